/** After the magic number and the version (WebAssembly core specification 1.0, 5.5). */
const FIRST_SECTION = 8;
const CUSTOM = 0;

/**
 * A module without its custom sections, moved together in place: names and what debuggers read, a fifth of Flite, which
 * would be kept in memory with the rest.
 */
export function withoutCustomSections<Bytes extends Uint8Array>(module: Bytes): Bytes {
  let written = FIRST_SECTION;
  for (let begin = FIRST_SECTION; begin < module.length;) {
    const { value: length, end: content } = unsigned(module, begin + 1);
    const end = content + length;
    if (module[begin] !== CUSTOM) {
      module.copyWithin(written, begin, end);
      written += end - begin;
    }
    begin = end;
  }
  return module.subarray(0, written) as Bytes;
}

/** LEB128 (5.2.2). */
function unsigned(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let at = from, scale = 1; ; at++, scale *= 128) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * scale;
    if (byte < 0x80) return { value, end: at + 1 };
  }
}
