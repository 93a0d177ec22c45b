/** The bytes of little-endian PCM; typed arrays have the machine's order, which is little-endian wherever Node runs. */
export function pcmOf(samples: Int16Array): Buffer {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
}

/** A copy of the samples of little-endian PCM. An odd last byte is dropped. */
export function samplesOf(pcm: Uint8Array): Int16Array {
  const samples = new Int16Array(pcm.byteLength >> 1);
  pcmOf(samples).set(pcm.subarray(0, samples.byteLength));
  return samples;
}
