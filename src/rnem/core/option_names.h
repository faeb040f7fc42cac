// Which setting a key means, and which one was probably meant.
#pragma once

#include <string>
#include <string_view>

#include "rnem/core/options.h"

namespace rnem {

// The setting of that key or former key; nullptr when there is none.
const Option* find_option(const std::string& key, const OptionTable& table);

// InputError "source: unknown key 'k' (did you mean 'em.k'?)": by other names that it is known by,
// by the last part of the key, or by few wrong letters.
[[noreturn]] void fail_unknown_key(const std::string& key, std::string_view source,
                                   const OptionTable& table);

}  // namespace rnem
