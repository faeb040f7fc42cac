# Two commands do everything: `make demo` and `make test`. Both install what is missing first.
SHELL := /bin/bash
PRESET ?= release
BUILD  := build
JOBS   ?= $(shell nproc)
TESTS  ?=
HARNESS    ?=
INTERRUPTS ?= 300
KILLS      ?= 200
ATARI  := $(wildcard build-atari/bin/python)
space  := $(subst ,, )

.DEFAULT_GOAL := help
.PHONY: help build demo test asan tsan campaign fuzz soak atari sbom bench format lint clean install

help:  ## list the targets
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

build:  ## install what is missing and build build/rnem
	@scripts/install-deps build
	@cmake --preset $(PRESET) -DRNEM_TESTS=OFF >$(BUILD)-configure.log || (cat $(BUILD)-configure.log; exit 1)
	@rm -f $(BUILD)-configure.log
	@cmake --build $(BUILD) -j $(JOBS)

demo: build  ## run the main job on built-in data and show the result
	@$(if $(ATARI),PYTHONPATH=python $(ATARI) -m rnem.atari record --sequences 0 --test 4 --frames 46 --seed $$RANDOM --out out/game.h5 --force)
	@$(BUILD)/rnem demo --seed 2018 --out out/demo --force $(if $(ATARI),--game out/game.h5)

test:  ## build and run every test
	@scripts/install-deps build test
	cmake --preset $(PRESET) -DRNEM_TESTS=ON
	cmake --build $(BUILD) -j $(JOBS)
	ctest --test-dir $(BUILD) --output-on-failure -j $(JOBS)

asan:  ## run every test that needs no training, or TESTS="io ops", under address and undefined-behaviour sanitizers
	@scripts/install-deps build test
	cmake --preset asan
	cmake --build build-asan -j $(JOBS) $(if $(TESTS),--target $(addprefix test_,$(TESTS)))
	ctest --test-dir build-asan --output-on-failure -j $(JOBS) -LE training $(if $(TESTS),-R '^($(subst $(space),|,$(strip $(TESTS))))$$')

tsan:  ## run the threaded tests under the thread sanitizer
	@scripts/install-deps build test
	cmake --preset tsan
	cmake --build build-tsan -j $(JOBS) --target test_worlds test_dataset
	ctest --test-dir build-tsan --output-on-failure -L threads

campaign:  ## INTERRUPTS=300 at random moments, KILLS=200 of each kind of work and of ranks, and every fault of a disk in turn
	@scripts/install-deps build test
	cmake --preset $(PRESET) -DRNEM_TESTS=ON
	cmake --build $(BUILD) -j $(JOBS) --target test_fault rnem_front
	RNEM_INTERRUPTS=$(INTERRUPTS) RNEM_KILLS=$(KILLS) RNEM_DISK_FAULTS=all $(BUILD)/tests/test_fault \
	  --gtest_filter='Interrupt*:Kills.*:Disk.*:RanksFault.*' --gtest_shuffle

fuzz:  ## throw hostile files at every reader, SECONDS=60 each, or HARNESS="data model"
	@scripts/install-deps build test
	cmake --preset fuzz
	cmake --build build-asan -j $(JOBS) --target $(if $(HARNESS),$(addprefix fuzz_,$(HARNESS)),fuzz)
	@fuzz/run build-asan $(if $(filter command%,$(origin SECONDS)),$(SECONDS),60) $(HARNESS)

soak: build  ## let a training, a watching and the studio run for MINUTES=60 each and report their memory
	@scripts/soak $(BUILD) $(or $(MINUTES),60)

atari:  ## the emulator for recordings of the real Space Invaders, in build-atari
	@scripts/install-atari build-atari
	@echo "PYTHONPATH=python build-atari/bin/python -m rnem.atari record --out space_invaders.h5 --sequences 5000"

sbom:  ## what the program is built from, with versions and licences: out/sbom.spdx.json
	@scripts/install-deps build
	@scripts/sbom out/sbom.spdx.json

bench: build  ## measure against the plain PyTorch peer and write docs/results/speed.md
	@scripts/install-deps bench
	@bench/run

format:  ## clang-format the tree
	@scripts/install-deps lint
	git ls-files '*.h' '*.cc' | xargs clang-format -i

lint:  ## check the format and run clang-tidy
	@scripts/install-deps build test lint
	git ls-files '*.h' '*.cc' | xargs clang-format --dry-run -Werror
	cmake --preset lint
	sed -n 's/.*"file": "\(.*\)".*/\1/p' build-lint/compile_commands.json | \
	  xargs -P $(JOBS) -n 1 clang-tidy -p build-lint --quiet

install: build  ## install the program and the library under PREFIX (default /usr/local)
	cmake --install $(BUILD) --prefix $(or $(PREFIX),/usr/local)

clean:  ## remove everything that was built
	rm -rf build build-* out
