#!/bin/sh
# Unpacks a PostgreSQL with pgvector into .cache/pgvector, for test/knowledge/pgvector.long-spec.ts: pgserver 0.1.4 of PyPI
# (PostgreSQL 16.2, pgvector 0.6.2), about 25 MB. Needs Python with pip.
set -eu
cd "$(dirname "$0")/../.."
folder=.cache/pgvector
[ ! -x "$folder/pgserver/pginstall/bin/postgres" ] || exit 0
unfinished=$(mktemp -d)
trap 'rm -rf "$unfinished"' EXIT
python3 -m pip download --quiet --no-deps --only-binary :all: --dest "$unfinished" pgserver==0.1.4
python3 -m zipfile -e "$unfinished"/pgserver-*.whl "$unfinished/wheel"
chmod -R a+rX "$unfinished/wheel"
chmod 0755 "$unfinished"/wheel/pgserver/pginstall/bin/*
mkdir -p "$folder"
cp -R "$unfinished/wheel/." "$folder/"
