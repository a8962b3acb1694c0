# The commands of the project; `make help` lists them. Each installs what it needs.

PREFIX ?= /usr/local
DESTDIR ?=
FILES ?=
WORKLOADS ?=
PEERS ?=
JSON ?=
RESULTS ?=
READER ?=
RUNS ?=
SECONDS ?=
KEEP ?=
SEED ?=
CASES ?=
SINCE ?=
BEFORE ?=
FOLDER ?= out/bench

SWIFT := setup/swift
APP_ID := io.github.oresen.Oresen
PROGRAM := .build/release/oresen
FORMATTED = $(wildcard Package.swift Sources Shaders Plugins Tests Benchmarks/Package.swift Benchmarks/Sources Benchmarks/Tests Examples/Package.swift Examples/Sources Fuzzing/Package.swift Fuzzing/Sources Torture/Package.swift Torture/Sources)

# File names are passed to the scripts in the environment, where no shell splits them.
export PREFIX DESTDIR FILES WORKLOADS PEERS JSON RESULTS READER RUNS KEEP SEED CASES SINCE BEFORE FOLDER

# The modules that a program can import: documented by `make docs`, and compared by `make api`.
LIBRARY := Cartography Charts ChartWindows ChartCore ChartExport ChartInteraction ChartRendering ChartScene Desktop EventLoop Geodesy Geometry GPU Imaging Ink Localization Maps PDF Painting Platform Text Wayland

# Relocations that depend on the load address can be packed if the C library supports it, from 2.36 on.
PACKED := $(shell getconf GNU_LIBC_VERSION 2>/dev/null | awk '{ split($$2, v, "."); \
	if (v[1] > 2 || v[2] >= 36) print "-Xlinker -z -Xlinker pack-relative-relocs" }')

# Hardening: the program is loaded at a random address (Swift's default). What the dynamic linker writes to is resolved
# before the first line runs and is read-only from then on. No memory is both writable and executable. Functions that pass
# addresses on the stack detect writes beyond them. Packed, the 100,000 relocations that depend on the load address take
# 20 kB instead of 2.4 MB, and as much time as fixed addresses.
# Only the toolchain's own linker packs them in a form that the C library accepts: the usual one (gold) cannot, and
# binutils' leaves nothing read-only here. Fortified functions of the C library (_FORTIFY_SOURCE) are for compiled C and
# C++, of which there is one file. With it Swift refuses the headers, because their inline functions differ from module to
# module.
GUARDED := -Xswiftc -use-ld=lld -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker noexecstack \
	-Xlinker -z -Xlinker text $(PACKED) -Xswiftc -Xfrontend -Xswiftc -enable-stack-protector \
	-Xcc -fstack-protector-strong -Xcxx -fstack-protector-strong -Xcxx -D_FORTIFY_SOURCE=2

# With a static standard library the installed program needs no toolchain on the machine, and starts sooner.
# Without mangled-name accessors, the compiler passes types to the runtime directly. As texts they would be looked up
# during the first frame, with one search through all conformances each (3 ms of 70).
# The program exports none of its symbols: the libraries that it loads would search them for each of their own (0.4 ms).
# No libraries are searched for next to the program.
RELEASE := --configuration release --product oresen --static-swift-stdlib --disable-local-rpath \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xlinker --no-export-dynamic $(GUARDED)

# All code that is fed with generated files reports the edges that it reaches to the fuzzer, and is stopped if it reads or
# writes outside of its memory. The readers are not public, so testing is enabled.
FUZZED := --package-path Fuzzing --configuration release --product fuzzing --sanitize=address \
	-Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing -Xswiftc -use-ld=lld

.PHONY: run test build basemap bench bench-folder fuzz torture docs api format lint install uninstall clean help
.DEFAULT_GOAL := help

run: ## Build the viewer and open the sample records, or FILES="a.csv 'my export.zip'"
	@setup/install build run
	@$(SWIFT) build $(RELEASE)
	@display/run $(PROGRAM)

test: ## Build everything and run all tests, including the style check
	@setup/install build run display test
	@$(SWIFT) build --build-tests
	@rm -f Examples/.build/debug.yaml
	@$(SWIFT) build --package-path Examples
	@Tests/run

build: ## Build the program for use, as .build/release/oresen
	@setup/install build
	@$(SWIFT) build $(RELEASE)

basemap: ## Make the program's map again: NATURAL_EARTH=FOLDER CITIES=FILE, as Tools/BaseMap/README.md says
	@python3 Tools/BaseMap/basemap.py "$(NATURAL_EARTH)" "$(CITIES)" Sources/C/CBaseMap/basemap.pmtiles

bench: ## Measure and print medians, e.g. WORKLOADS="W5 W7" JSON=results.jsonl; PEERS=1, RESULTS=1 and BEFORE=PROGRAM too
	@setup/install build run display $(if $(filter-out 0,$(PEERS)),peers)
	@$(if $(filter-out 0,$(PEERS)),Benchmarks/Peers/install)
	@$(SWIFT) build $(RELEASE)
	@# SwiftPM sees new files of packages that are used by path only when it plans the build again.
	@rm -f Benchmarks/.build/release.yaml
	@$(SWIFT) build --package-path Benchmarks --configuration release
	@display/headless Benchmarks/.build/release/benchmarks

bench-folder: ## Put what measures frames on a machine with a GPU and no Swift into FOLDER=out/bench
	@setup/install build run
	@Benchmarks/Elsewhere/pack "$$FOLDER"

fuzz: ## Feed the readers with generated files, e.g. READER=apple-health SECONDS=3600; RUNS=100000 and KEEP=1 too
	@setup/install build
	@rm -f Fuzzing/.build/release.yaml
	@$(SWIFT) build $(FUZZED)
	@SECONDS_EACH=$(SECONDS) Fuzzing/run Fuzzing/.build/release/fuzzing

torture: ## Kill the program, fail its disk and damage its library, e.g. RUNS=2000 SEED=1 CASES="faults power"; CASES=monkey SECONDS=600
	@setup/install build run display test
	@$(SWIFT) build $(RELEASE)
	@rm -f Torture/.build/release.yaml
	@$(SWIFT) build --package-path Torture --configuration release
	@SECONDS_EACH=$(SECONDS) Torture/run $(PROGRAM)

docs: ## Make the library's documentation, as a DocC archive below .build
	@setup/install build
	@$(SWIFT) package generate-documentation --enable-experimental-combined-documentation $(addprefix --target ,$(LIBRARY))

# Builds both revisions in full, the older one from a clone; the results for the older one are kept for the next time.
api: ## List what breaks the library's API since the last release, or since SINCE=REVISION
	@setup/install build
	@since=$${SINCE:-$$(git describe --tags --abbrev=0 --match '[0-9]*' 2>/dev/null)}; \
	if [ -z "$$since" ]; then \
		echo "api: no release is tagged yet; name a revision, as in make api SINCE=HEAD~10" >&2; exit 1; \
	fi; \
	$(SWIFT) package diagnose-api-breaking-changes "$$since" --baseline-dir .build/api --targets $(LIBRARY)

format: ## Format all sources
	@$(SWIFT) format --in-place --parallel --recursive $(FORMATTED)

lint: ## Check format and style without changing anything
	@$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED)

install: build ## Install to PREFIX (default /usr/local) below DESTDIR
	@setup/install-program $(PROGRAM) $(APP_ID)

uninstall: ## Remove what install put to PREFIX below DESTDIR
	@setup/install-program --remove $(PROGRAM) $(APP_ID)

clean: ## Remove everything that was built
	rm -rf .build Benchmarks/.build Benchmarks/.build-elsewhere Examples/.build Fuzzing/.build Torture/.build

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
