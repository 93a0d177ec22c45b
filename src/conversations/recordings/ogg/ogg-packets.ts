const HEADER_BYTES = 27;
const SEGMENT_COUNT_AT = 26;
const FULL_SEGMENT = 255;

/**
 * The packets of an Ogg stream (RFC 3533), in order. For our own files: checksums are not verified. A truncated page,
 * as in a file whose writer was killed, ends the stream.
 */
export function* oggPackets(file: Uint8Array): Generator<Uint8Array> {
  let begun: Uint8Array[] = [];
  for (const { lacing, body } of oggPages(file)) {
    let at = 0;
    for (const length of lacing) {
      begun.push(body.subarray(at, at + length));
      at += length;
      if (length === FULL_SEGMENT) continue;
      yield begun.length === 1 && begun[0] ? begun[0] : Buffer.concat(begun);
      begun = [];
    }
  }
}

function* oggPages(file: Uint8Array): Generator<{ readonly lacing: Uint8Array; readonly body: Uint8Array }> {
  for (let at = 0; at + HEADER_BYTES <= file.length;) {
    const isPage = Buffer.from(file.subarray(at, at + 4)).toString('latin1') === 'OggS';
    const bodyAt = at + HEADER_BYTES + (file[at + SEGMENT_COUNT_AT] ?? 0);
    const lacing = file.subarray(at + HEADER_BYTES, bodyAt);
    const end = bodyAt + lacing.reduce((sum, length) => sum + length, 0);
    if (!isPage || end > file.length) return;
    yield { lacing, body: file.subarray(bodyAt, end) };
    at = end;
  }
}
