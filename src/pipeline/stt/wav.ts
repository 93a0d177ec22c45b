/** Length of the header of a RIFF file with PCM (Microsoft's multimedia programming interface 1.0, chapter 3). */
const HEADER_BYTES = 44;
const FORMAT_PCM = 1;
const BYTES_A_SAMPLE = 2;

/** A WAV file of mono 16-bit PCM. */
export function wavOf(pieces: readonly Int16Array[], sampleRateHz: number): Buffer {
  const dataBytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const file = Buffer.alloc(HEADER_BYTES + dataBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(FORMAT_PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRateHz, 24);
  file.writeUInt32LE(sampleRateHz * BYTES_A_SAMPLE, 28);
  file.writeUInt16LE(BYTES_A_SAMPLE, 32);
  file.writeUInt16LE(BYTES_A_SAMPLE * 8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(dataBytes, 40);
  let at = HEADER_BYTES;
  for (const piece of pieces) {
    file.set(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength), at);
    at += piece.byteLength;
  }
  return file;
}
