# iexpense: `make` builds the C library, `make demo` shows it at work, `make test` proves it.
# Written out in CONTRIBUTING.md; `make help` lists the targets.

PREFIX     ?= /usr/local
LIBDIR     ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
CC         ?= cc
SWIFT      ?= swift
# SETUP=no: install nothing. SCRATCH: where SwiftPM builds. ONLY: the suites that `make test` runs.
SETUP      ?= yes
SCRATCH    ?= .build
ONLY       ?=
WORKLOAD   ?=
ROWS       ?= 0
README     ?=
LINES      ?=
export SCRATCH SWIFT SETUP

VERSION := $(shell sed -n 's/^.define IEX_VERSION "\(.*\)"/\1/p' include/iexpense.h)
SONAME  := libiexpense.so.1
EXPORTS := Sources/IExpenseC/exports.map
VENV    := build/venv
PYTHON   = $(shell test -x $(VENV)/bin/python && echo $(VENV)/bin/python || echo python3)
BENCH_PYTHON = $(shell test -x $(VENV)-bench/bin/python && echo $(VENV)-bench/bin/python \
  || echo $(PYTHON))

# The Swift runtime goes into the library, and nothing of it comes out: only iex_* is exported. The
# library stays loaded until the program ends (nodelete), since a Swift runtime can't be unloaded.
# lld, of Swift's own toolchain: gold leaves names of ours in the symbol table, in spite of the list.
# Relocations are packed, which glibc reads from 2.36 on, and equal functions are there once: 0.6 MB.
# What unwinds the stack is linked in too: to load libgcc_s takes a thirtieth of a short program's time.
# The names of Unicode's characters are left out with the function that gives them: 0.55 MB.
# Without implicit string processing: one String.contains(String) would link 1.3 MB of regex parser.
# Each function is a section of its own and none is kept for being public, in our modules as in the
# copy of the runtime: so the linker leaves out what no iex_* function can reach, 1.3 MB.
# That no variable is changed while it is read elsewhere is checked by the compiler, and by the tests, which
# are built without -O: the checks at run time take a twentieth of a small commit.
RUNTIME := $(SCRATCH)/runtime
COMPILE := -Xswiftc -static-stdlib -Xswiftc -resource-dir -Xswiftc $(abspath $(RUNTIME)) \
  -Xswiftc -Xfrontend -Xswiftc -disable-implicit-string-processing-module-import \
  -Xswiftc -enforce-exclusivity=unchecked \
  -Xswiftc -Xfrontend -Xswiftc -function-sections -Xswiftc -Xfrontend -Xswiftc -internalize-at-link
LINK := --disable-local-rpath -Xswiftc -use-ld=lld -Xswiftc -Xclang-linker -Xswiftc -static-libgcc \
  -Xlinker --gc-sections -Xlinker -s \
  -Xlinker --version-script=$(EXPORTS) -Xlinker -soname=$(SONAME) -Xlinker -z -Xlinker nodelete \
  -Xlinker --icf=all -Xlinker --wrap=_swift_stdlib_getScalarName
PACKED := -Xlinker -z -Xlinker pack-relative-relocs

.NOTPARALLEL:
.PHONY: build setup setup-bench setup-packages setup-wheel wheel demo pictures docs test \
  test-packages bench soak gtk gtk-preview tsan asan coverage generate \
  release-abi format deb install uninstall clean help

build: ## the library: build/libiexpense.so.1
	@echo "Building the library: some minutes the first time"
	@python3 .ci/slim-runtime.py $(SWIFT)c $(RUNTIME)
	@$(SWIFT) build --scratch-path $(SCRATCH) -c release --product iexpense $(COMPILE) $(LINK) $(PACKED)
	@mkdir -p build
	@cmp -s $(SCRATCH)/release/libiexpense.so build/$(SONAME) \
	  || install -m 755 $(SCRATCH)/release/libiexpense.so build/$(SONAME)
	@ln -sf $(SONAME) build/libiexpense.so

build/$(SONAME):
	$(MAKE) build

setup: ## what building and testing need: Debian packages and a Python environment in build/venv
	@bash .ci/setup $(VENV)

setup-wheel: ## what makes a wheel, in build/venv-wheel
	@bash .ci/setup $(VENV)-wheel .ci/requirements-wheel.txt

setup-bench: ## what the benchmark compares with, in build/venv-bench and as Debian packages
	@bash .ci/setup $(VENV)-bench .ci/requirements-bench.txt \
	  || echo "SKIPPED: some of what the benchmark compares with is missing"

setup-packages: setup setup-wheel ## what makes Debian packages, and tries them where no Swift is
	@bash .ci/setup $(VENV) .ci/requirements.txt packages

# By the compiler itself, which takes the same words as `swift build` without -Xswiftc before them.
wheel: build setup-wheel ## a Python wheel for Linux with glibc 2.34 or newer, in build/dist
	@bash .ci/wheel/build $(VENV)-wheel $(SCRATCH)/release/iexpense.product/Objects.LinkFileList \
	  -static-stdlib -resource-dir $(abspath $(RUNTIME)) \
	  $(filter-out -Xswiftc --disable-local-rpath,$(LINK))

demo: setup build ## import files, look, undo, redo; answer what a bank leaves open, from Python
	@echo && bash examples/demo/run

# The package and the library of this folder.
OURS := PYTHONPATH=$(CURDIR)/bindings/python/src IEXPENSE_LIBRARY=$(CURDIR)/build/$(SONAME)

pictures: setup build ## the pictures of the README: of the command, and of the window
	@$(OURS) $(VENV)/bin/python examples/cli/pictures.py
	@$(OURS) bash Tests/GTK/run.sh "shows sections" "adds with the sheet"
	@cd build/gtk/pictures && convert list.png dark-sheet-with-a-problem.png +append \
	  $(CURDIR)/examples/gtk/screenshot.png

docs: setup build ## HTML in build/docs: the headers, the Swift modules with the articles, the Python package
	@bash .ci/docs/build

test: setup ## every suite; the last line counts them all (ONLY="c python": some of them)
	@$(PYTHON) Tests/run.py $(ONLY)

test-packages: setup-packages ## the packages, built, installed and tried: slow, and as root
	@$(PYTHON) Tests/run.py deb wheel

bench: setup setup-bench build ## how fast, beside others: WORKLOAD="sum-month top50" ROWS=1000000 README=yes
	@$(BENCH_PYTHON) Tests/Benchmarks/bench.py $(WORKLOAD) --rows $(ROWS) \
	  $(if $(README),--readme)

soak: setup build ## 2.8 million payments, killed writers, 32 threads, misuse and the fuzzer for long
	@$(PYTHON) Tests/run.py soak observers misuse disk bombs memory fuzz-long seeds broken

# Linked with the library of this folder, by its path.
GTK_APP := $(MAKE) -s -C examples/gtk BUILD=$(CURDIR)/build/gtk PACKAGES=gtk4 \
  CPPFLAGS=-I$(CURDIR)/include LDFLAGS="-L$(CURDIR)/build -Wl,-rpath,$(CURDIR)/build -liexpense"

gtk: build ## the iExpense app in a window, build/gtk/expenses
	@$(GTK_APP)

gtk-preview: gtk ## … and shown with sample data, in memory
	@build/gtk/expenses --preview

tsan: setup ## the programs about threads and processes under ThreadSanitizer
	@$(PYTHON) Tests/run.py tsan

asan: setup ## misuse and what reads files under AddressSanitizer
	@$(PYTHON) Tests/run.py asan

coverage: setup ## which lines the Swift, C and Python tests run: LINES=yes names those that they do not
	@$(PYTHON) Tests/coverage.py $(if $(LINES),lines)

generate: ## write header, Python declarations, export and symbols lists from the Swift source
	$(SWIFT) run --scratch-path $(SCRATCH) iexpense-bindgen
	python3 .ci/debian/symbols.py

release-abi: setup ## keep this version's header and a compiled client, to compare later versions with
	@$(PYTHON) Tests/ABI/abi.py release

format: setup ## lay out the source
	$(SWIFT) format --in-place --recursive --parallel Package.swift Sources Tests
	$(VENV)/bin/ruff format --config bindings/python/pyproject.toml bindings/python examples/python
	$(VENV)/bin/ruff format --config bindings/python/pyproject.toml --target-version py311 Tests .ci

# What the templates of pkg-config and CMake name: places in the prefix are told from it.
in_prefix = $(patsubst $(PREFIX)/%,$${prefix}/%,$(1))
FILL = sed -e 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(call in_prefix,$(LIBDIR))|' \
  -e 's|@INCLUDEDIR@|$(call in_prefix,$(INCLUDEDIR))|; s|@VERSION@|$(VERSION)|; s|@SONAME@|$(SONAME)|' \
  -e "s|@INCLUDE@|$$(realpath -m --relative-to=$(LIBDIR)/cmake/iexpense $(INCLUDEDIR))|"
TO_LIB     = $(DESTDIR)$(LIBDIR)
TO_INCLUDE = $(DESTDIR)$(INCLUDEDIR)

# What another version has left there goes first.
install: build/$(SONAME) ## library, headers, pkg-config and CMake files: PREFIX=/usr/local DESTDIR=
	rm -f $(TO_LIB)/libiexpense.so.0.* $(TO_INCLUDE)/iexpense/*.hpp
	install -d $(TO_LIB)/pkgconfig $(TO_LIB)/cmake/iexpense $(TO_INCLUDE)/iexpense
	install -m 755 build/$(SONAME) $(TO_LIB)/libiexpense.so.$(VERSION)
	ln -sf libiexpense.so.$(VERSION) $(TO_LIB)/$(SONAME)
	ln -sf $(SONAME) $(TO_LIB)/libiexpense.so
	install -m 644 include/iexpense.h include/iexpense.hpp $(TO_INCLUDE)
	install -m 644 include/iexpense/*.hpp $(TO_INCLUDE)/iexpense
	$(FILL) bindings/pkgconfig/iexpense.pc.in > $(TO_LIB)/pkgconfig/iexpense.pc
	for file in config config-version; do $(FILL) bindings/cmake/iexpense-$$file.cmake.in \
	  > $(TO_LIB)/cmake/iexpense/iexpense-$$file.cmake || exit; done
	@test -n "$(DESTDIR)" || echo "When programs do not find the library yet: run ldconfig as root"

uninstall: ## remove what install put there: with the same PREFIX and DESTDIR
	rm -f $(addprefix $(TO_LIB)/,libiexpense.so.$(VERSION) $(SONAME) libiexpense.so \
	  pkgconfig/iexpense.pc $(addprefix cmake/iexpense/iexpense-config,.cmake -version.cmake)) \
	  $(TO_INCLUDE)/iexpense.h $(TO_INCLUDE)/iexpense.hpp \
	  $(patsubst include/%,$(TO_INCLUDE)/%,$(wildcard include/iexpense/*.hpp))
	rmdir $(TO_LIB)/cmake/iexpense $(TO_INCLUDE)/iexpense 2>/dev/null || true

deb: build ## libiexpense1, libiexpense-dev and python3-iexpense in build/deb, with debhelper
	bash .ci/build-deb build/deb

clean: ## remove what was built
	rm -rf build $(SCRATCH) bindings/python/build bindings/python/src/*.egg-info

help:
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 15
