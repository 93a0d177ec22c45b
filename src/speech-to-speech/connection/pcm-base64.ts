/** Little-endian PCM in base64; typed arrays have the machine's order, which is little-endian wherever Node runs. */
export function encodePcm(samples: Int16Array): string {
  return Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64');
}

/** Samples of little-endian PCM in base64. An odd last byte is dropped. */
export function decodePcm(base64: string): Int16Array {
  const bytes = Buffer.from(base64, 'base64');
  const samples = new Int16Array(bytes.byteLength >> 1);
  Buffer.from(samples.buffer).set(bytes.subarray(0, samples.byteLength));
  return samples;
}
