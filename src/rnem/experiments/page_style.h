// What the pages that we write look like, on a screen, a phone and paper. A page adds its own
// rules.
#pragma once

namespace rnem::experiments {

inline constexpr const char* kPageStyle = R"(
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 1100px; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
  h1 { margin-bottom: .3rem } h2 { margin-top: 3rem; border-bottom: 2px solid #0072b2; padding-bottom: .2rem }
  p, figcaption { max-width: 50rem }
  .scroll { overflow-x: auto }
  table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums }
  td, th { padding: .3rem .8rem; border-bottom: 1px solid #ddd; text-align: right; vertical-align: top }
  th { vertical-align: bottom; border-bottom-color: #888 }
  td:first-child, th:first-child { position: sticky; left: 0; background: #fff; text-align: left; padding-left: 0 }
  figure { margin: 1.5rem 0 2.5rem } img { display: block; max-width: 100% }
  figcaption { color: #555; margin-top: .5rem }
  pre { background: #f5f5f5; padding: .7rem 1rem; overflow-x: auto }
  @media (max-width: 700px) {
    body { margin-top: 1rem }
    td, th { padding: .3rem .5rem }
  }
  @media print { h2 { break-after: avoid } figure { break-inside: avoid } }
)";

}  // namespace rnem::experiments
