#!/bin/sh
# Synthesizes the caller of scenario.yaml with espeak-ng. Human recordings, or a better voice, are more realistic.
set -eu
say() { espeak-ng -v en-us -s 165 -w "$1.wav" "$2"; }
say hours 'What are your opening hours?'
say listening 'Yeah, okay.'
say interruption 'Sorry, how much does it cost?'
say booking 'I would like to book a table.'
