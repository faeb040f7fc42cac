# Debian's packages, by what they are needed for. Sourced by install-deps.
build_packages=(
  clang lld ccache cmake ninja-build pkg-config
  libtorch-dev libgloo-dev libopenblas-openmp-dev libdnnl-dev libhwy-dev
  libhdf5-dev zlib1g-dev libcli11-dev libtomlplusplus-dev nlohmann-json3-dev libfmt-dev
  libpng-dev libgif-dev libcairo2-dev fonts-dejavu-core libcpp-httplib-dev
  libavformat-dev libavcodec-dev libavutil-dev libswscale-dev libavdevice-dev
  pybind11-dev python3-dev python3-numpy
)
test_packages=(libgtest-dev libgmock-dev ffmpeg libbox2d-dev python3-numpy python3-h5py python3-sklearn python3-pytest libclang-rt-14-dev
               chromium chromium-driver python3-selenium)  # the studio's page, in a browser
python_packages=(python3-torch python3-matplotlib)  # extras: tests and figures that are skipped without them
footage_packages=(opencv-doc)  # a clip of a real camera; the test of it is skipped without
atari_packages=(python3-venv)  # recordings of the real game: install-atari has the rest from PyPI
bench_packages=(python3 python3-torch)
lint_packages=(clang-format clang-tidy)

# Debian 12 is what all of it is tested on. Names that differ in later Debian and Ubuntu; the first that apt knows is taken.
declare -A other_names=(
  [libclang-rt-14-dev]="libclang-rt-19-dev libclang-rt-18-dev libclang-rt-17-dev libclang-rt-16-dev"
  [libtomlplusplus-dev]="libtoml++-dev"
  [libcli11-dev]="cli11-dev"
)
