#!/bin/sh
# Manuals of Debian for `npm run bench:knowledge`, into .cache, by apt (nothing is installed).
set -eu
cd "$(dirname "$0")/../.."

unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
python=$(apt-cache depends python3-doc | sed -n 's/.*Depends: \(python3.*-doc\)$/\1/p')
(cd "$unpacked" && apt-get -qq download debian-faq developers-reference debian-policy "$python")
for package in "$unpacked"/*.deb; do dpkg-deb -x "$package" "$unpacked"; done

manuals=.cache/manuals
rm -rf "$manuals"
mkdir -p "$manuals"
cp -R "$unpacked/usr/share/doc/debian/FAQ" "$manuals/debian-faq"
cp -R "$unpacked/usr/share/developers-reference" "$manuals/developers-reference"
cp -R "$unpacked/usr/share/doc/debian-policy/policy.html" "$manuals/debian-policy"
cp -R "$unpacked/usr/share/doc/${python%-doc}/html" "$manuals/python"
# Links to the same pages, or into packages that are not here.
find "$manuals" -type l -delete
