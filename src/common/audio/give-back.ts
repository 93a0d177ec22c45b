/**
 * Frees the memory of samples immediately; they must not be used afterwards. An idle process may not collect garbage
 * for a minute, in which twenty agents produce tens of megabytes.
 */
export function giveBack({ buffer }: Int16Array): void {
  if (!(buffer instanceof SharedArrayBuffer) && buffer.byteLength > 0) buffer.transfer(0);
}
