/** Little-endian PCM. Typed arrays use the machine's byte order, which is little-endian wherever Node runs. */
export function pcmOf(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** Copies the samples of little-endian PCM. An odd last byte is dropped. */
export function samplesOf(pcm: Uint8Array): Int16Array {
  const samples = new Int16Array(pcm.byteLength >> 1);
  pcmOf(samples).set(pcm.subarray(0, samples.byteLength));
  return samples;
}

/** Joins pieces of audio; returns a single piece itself. */
export function joinedSamples(pieces: readonly Int16Array[]): Int16Array {
  const [only] = pieces;
  if (pieces.length === 1 && only) return only;
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/**
 * Frees the memory of samples immediately; they must not be used afterwards. An idle process may not collect garbage
 * for a minute, in which twenty agents produce tens of megabytes.
 */
export function giveBack({ buffer }: Int16Array): void {
  if (!(buffer instanceof SharedArrayBuffer) && buffer.byteLength > 0) buffer.transfer(0);
}
