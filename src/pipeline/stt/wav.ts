import { pcmOf } from '../../audio/index.js';

/** Length of the header of a RIFF file with PCM (Microsoft's multimedia programming interface 1.0, chapter 3). */
const HEADER_BYTES = 44;
const FORMAT_PCM = 1;
const BYTES_A_SAMPLE = 2;

/** A WAV file of mono 16-bit PCM, in pieces; the samples are not copied. */
export function wavOf(pieces: readonly Int16Array[], sampleRateHz: number): Uint8Array[] {
  const dataBytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(FORMAT_PCM, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRateHz, 24);
  header.writeUInt32LE(sampleRateHz * BYTES_A_SAMPLE, 28);
  header.writeUInt16LE(BYTES_A_SAMPLE, 32);
  header.writeUInt16LE(BYTES_A_SAMPLE * 8, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(dataBytes, 40);
  return [header, ...pieces.map(pcmOf)];
}
