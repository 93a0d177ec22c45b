/**
 * Gives the memory of samples back at once, which nobody may look at any more: a process that has little else to do may
 * not collect garbage for a minute, in which twenty agents say tens of megabytes.
 */
export function giveBack({ buffer }: Int16Array): void {
  if (!(buffer instanceof SharedArrayBuffer) && buffer.byteLength > 0) buffer.transfer(0);
}
