#!/usr/bin/env bash
#
# Builds pocketsphinx.wasm out of Debian's source packages `sphinxbase` and `pocketsphinx` (5prealpha) with Debian's clang, lld
# and wasi-libc. Needs a Debian machine with bash, apt-get, dpkg-deb, dpkg-source (package dpkg-dev) and patch; no root. It neither
# installs nor changes anything in the system: all packages are unpacked into the build directory, under an APT
# configuration of its own, and APT checks each against the archive's signature.
#
# Usage: build-wasm.sh [OUTPUT]
#
#   OUTPUT: where the module goes. Default: pocketsphinx.wasm beside this folder.
#
# Environment:
#   BUILD_DIR: kept when given, so that another run reuses what was downloaded. Default: a temporary one.
#   DEBIAN_MIRROR, DEBIAN_SUITE: where the packages come from. Default: http://deb.debian.org/debian, bookworm.

set -euo pipefail

here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
output="${1:-$here/../pocketsphinx.wasm}"
mirror="${DEBIAN_MIRROR:-http://deb.debian.org/debian}"
suite="${DEBIAN_SUITE:-bookworm}"
llvm=14

# clang and lld, what they are linked with, the C library and the compiler's run-time part for wasm32.
packages=(
	"clang-$llvm" "lld-$llvm" "libclang-cpp$llvm" "libclang1-$llvm" "libclang-common-$llvm-dev" "libllvm$llvm"
	"llvm-$llvm-linker-tools" libz3-4 libedit2 libbsd0 libxml2 libicu72 libffi8 libtinfo6
	"libclang-rt-$llvm-dev-wasm32" wasi-libc
)

if [ -n "${BUILD_DIR:-}" ]; then
	mkdir -p "$BUILD_DIR"
	build="$(cd "$BUILD_DIR" && pwd)"
else
	build="$(mktemp -d)"
	trap 'rm -rf "$build"' EXIT
fi

log() { echo "build-wasm.sh: $*" >&2; }

for tool in apt-get dpkg-deb dpkg-source patch; do
	command -v "$tool" >/dev/null || { log "error: '$tool' not found"; exit 1; }
done

# Download
# ========

apt="$build/apt"
mkdir -p "$apt"/{lists/partial,cache/archives/partial,parts}
: >"$apt/status"
cat >"$apt/sources.list" <<-EOF
	deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main
	deb-src [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror $suite main
EOF
cat >"$apt/apt.conf" <<-EOF
	Dir::Etc::SourceList "$apt/sources.list";
	Dir::Etc::SourceParts "$apt/parts";
	Dir::State "$apt";
	Dir::State::Lists "$apt/lists";
	Dir::State::Status "$apt/status";
	Dir::Cache "$apt/cache";
	APT::Sandbox::User "";
	Acquire::Languages "none";
	Acquire::Retries "3";
EOF
export APT_CONFIG="$apt/apt.conf"

if [ ! -d "$build/sysroot" ]; then
	log "getting the toolchain"
	apt-get -qq update
	mkdir -p "$build/packages" "$build/sysroot.new"
	(cd "$build/packages" && apt-get -qq download "${packages[@]}")
	for package in "$build"/packages/*.deb; do dpkg-deb -x "$package" "$build/sysroot.new"; done
	mv "$build/sysroot.new" "$build/sysroot"
fi

if [ ! -d "$build/source" ]; then
	log "getting the sources"
	apt-get -qq update
	mkdir -p "$build/source.new"
	(cd "$build/source.new" && apt-get -qq source sphinxbase pocketsphinx)
	patch --quiet --directory "$(echo "$build"/source.new/pocketsphinx-*/)" --strip 1 <"$here/densities-simd.patch"
	mv "$build/source.new" "$build/source"
fi

# Compile
# =======

sysroot="$build/sysroot"
sphinxbase="$(echo "$build"/source/sphinxbase-*/)"
pocketsphinx="$(echo "$build"/source/pocketsphinx-*/)"
clang="$sysroot/usr/lib/llvm-$llvm/bin/clang"
export LD_LIBRARY_PATH="$sysroot/usr/lib/x86_64-linux-gnu:$sysroot/usr/lib/llvm-$llvm/lib"
export PATH="$sysroot/usr/bin:$sysroot/usr/lib/llvm-$llvm/bin:$PATH"

# Files are "mapped" by reading them into memory. `include/setjmp.h` stands in for what wasm32 lacks; it only serves to catch
# damaged language model files, which end the module instead.
flags=(
	--target=wasm32-wasi "--sysroot=$sysroot/usr" -isystem "$sysroot/usr/include/wasm32-wasi"
	"-ffile-prefix-map=$build/=" -O3 -DNDEBUG -msimd128 -w -DHAVE_CONFIG_H -D_WASI_EMULATED_MMAN -D_WASI_EMULATED_PROCESS_CLOCKS
	-I"$here/include" -I"$sphinxbase/include" -I"$sphinxbase/src/libsphinxbase/lm" -I"$sphinxbase/src/libsphinxbase/util"
	-I"$sphinxbase/src/libsphinxbase/fe" -I"$sphinxbase/src/libsphinxbase/feat"
	-I"$pocketsphinx/include" -I"$pocketsphinx/src/libpocketsphinx"
)

objects="$build/objects"
rm -rf "$objects"
mkdir -p "$objects"
# sbthread.c (threads) is used by no other source and wasm32-wasi has none.
for source in "$sphinxbase"/src/libsphinxbase/{fe,feat,lm,util}/*.c "$pocketsphinx"/src/libpocketsphinx/*.c "$here"/*.c; do
	[ "$(basename "$source")" = sbthread.c ] && continue
	"$clang" "${flags[@]}" -c "$source" -o "$objects/$(basename "$(dirname "$source")")-$(basename "$source" .c).o"
done

# What shared-model.c replaces.
wraps=(bin_mdef_read gauden_init gauden_free logmath_init mmio_file_read mmio_file_unmap)

log "linking"
"$clang" "${flags[@]}" -mexec-model=reactor -L"$sysroot/usr/lib/wasm32-wasi" \
	"${wraps[@]/#/-Wl,--wrap=}" -Wl,--gc-sections,--strip-all,--export=_initialize,-z,stack-size=1048576 \
	"$objects"/*.o -lm -lwasi-emulated-mman -lwasi-emulated-process-clocks -o "$output"
log "made $output ($(stat -c %s "$output") bytes)"
