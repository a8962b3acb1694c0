# The commands of the project; `make help` lists them. Each sets up what it needs.

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

# The files' names go to the scripts in the environment, where no shell splits them.
export PREFIX DESTDIR FILES WORKLOADS PEERS JSON RESULTS READER RUNS KEEP SEED CASES SINCE BEFORE FOLDER

# What a program that uses the library can import: its documentation, and the API that versions are about.
LIBRARY := Charts ChartCore ChartExport ChartInteraction ChartRendering ChartScene Desktop EventLoop Geometry GPU Imaging Localization PDF Painting Platform Text Wayland

# Places that depend on where the program lies can be packed where the C library understands that, from 2.36 on.
PACKED := $(shell getconf GNU_LIBC_VERSION 2>/dev/null | awk '{ split($$2, v, "."); \
	if (v[1] > 2 || v[2] >= 36) print "-Xlinker -z -Xlinker pack-relative-relocs" }')

# What makes holes harder to use: the program lies anywhere in memory (which is Swift's own choice), what the dynamic
# linker writes to is settled before the first line runs and is read-only from then on, no memory is both written to and
# run, and functions that hand out addresses on the stack look for what was written beyond. Packed, the 100,000 places that
# depend on where the program lies take 20 kB in place of 2.4 MB and as much time as fixed ones.
# Only the toolchain's own linker packs them so that the C library accepts it: the usual one (gold) cannot, and binutils'
# leaves nothing read-only here. Fortified functions of the C library (_FORTIFY_SOURCE) are for C that is compiled, of
# which there is none: with it Swift refuses the headers, whose inline functions then differ from module to module.
GUARDED := -Xswiftc -use-ld=lld -Xlinker -z -Xlinker now -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker noexecstack \
	-Xlinker -z -Xlinker text $(PACKED) -Xswiftc -Xfrontend -Xswiftc -enable-stack-protector \
	-Xcc -fstack-protector-strong

# With the standard library inside, the installed program needs no toolchain on the machine, and starts sooner.
# Types are named to the runtime by what the compiler knows of them and not by texts, which it would read and look up,
# one search through all conformances each, while the first frame is waited for (3 ms of 70).
# The program offers none of its names to the libraries that it loads, which would be searched for every name of theirs
# (0.4 ms), and libraries are not looked for beside it.
RELEASE := --configuration release --product oresen --static-swift-stdlib --disable-local-rpath \
	-Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors \
	-Xlinker --no-export-dynamic $(GUARDED)

# All that is fed with made-up files tells the fuzzer which of its edges were reached, and is stopped where it reads or
# writes beside its memory. The readers are not public.
FUZZED := --package-path Fuzzing --configuration release --product fuzzing --sanitize=address \
	-Xswiftc -sanitize=fuzzer -Xswiftc -enable-testing -Xswiftc -use-ld=lld

.PHONY: run test build bench bench-folder fuzz torture docs api format lint install uninstall clean help
.DEFAULT_GOAL := help

run: ## Build the viewer and open the sample records, or FILES="a.csv 'my export.zip'"
	@setup/install build run
	@$(SWIFT) build $(RELEASE)
	@display/run $(PROGRAM)

test: ## Build everything and run all tests, the style check among them
	@setup/install build run display test
	@$(SWIFT) build --build-tests
	@rm -f Examples/.build/debug.yaml
	@$(SWIFT) build --package-path Examples
	@Tests/run

build: ## Build the program for use, as .build/release/oresen
	@setup/install build
	@$(SWIFT) build $(RELEASE)

bench: ## Measure and print medians, e.g. WORKLOADS="W5 W7" JSON=results.jsonl; PEERS=1, RESULTS=1 and BEFORE=PROGRAM too
	@setup/install build run display $(if $(filter-out 0,$(PEERS)),peers)
	@$(if $(filter-out 0,$(PEERS)),Benchmarks/Peers/install)
	@$(SWIFT) build $(RELEASE)
	@# Of the packages that it leans on by path, SwiftPM sees new files only when it plans the build anew.
	@rm -f Benchmarks/.build/release.yaml
	@$(SWIFT) build --package-path Benchmarks --configuration release
	@display/headless Benchmarks/.build/release/benchmarks

bench-folder: ## Put what measures frames on a machine with a GPU and no Swift into FOLDER=out/bench
	@setup/install build run
	@Benchmarks/Elsewhere/pack "$$FOLDER"

fuzz: ## Feed the readers with made-up files, e.g. READER=apple-health SECONDS=3600; RUNS=100000 and KEEP=1 too
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

# Both are built in full, the older one out of a clone; what was found of it is kept for the next time.
api: ## Tell what breaks the library's API since the last release, or since SINCE=REVISION
	@setup/install build
	@since=$${SINCE:-$$(git describe --tags --abbrev=0 --match '[0-9]*' 2>/dev/null)}; \
	if [ -z "$$since" ]; then \
		echo "api: no release is tagged yet; name a revision, as in make api SINCE=HEAD~10" >&2; exit 1; \
	fi; \
	$(SWIFT) package diagnose-api-breaking-changes "$$since" --baseline-dir .build/api --targets $(LIBRARY)

format: ## Put the sources in the project's format
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
