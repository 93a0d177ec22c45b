import { MEL_HOP_SAMPLES, MEL_BANDS } from '../../src/audio/index.js';
import { SoundFrames } from '../../src/engines/local/overlap/sound-frames.js';

/**
 * What the service gives the network of calls, for training: reads calls from standard input and writes their frames to
 * standard output. A call is one byte (1: what the agent had sent is known), the microphone's samples, and as many that
 * the agent had sent; numbers are little endian. `data.py` starts this.
 */
const RATE_HZ = 16_000;
const CALL_SAMPLES = 4.1 * RATE_HZ;
/** The moment at which the voice is taken to have begun; 80 ms more than the service takes come before it. */
const ONSET_SAMPLES = 2.5 * RATE_HZ;
const LEAD_SAMPLES = 0.38 * RATE_HZ;
const FRAMES = 190;
const CALL_BYTES = 1 + 4 * CALL_SAMPLES;

let waiting = Buffer.alloc(0);
for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
  waiting = Buffer.concat([waiting, chunk]);
  while (waiting.length >= CALL_BYTES) {
    process.stdout.write(framesOf(waiting.subarray(0, CALL_BYTES)));
    waiting = waiting.subarray(CALL_BYTES);
  }
}

function framesOf(call: Buffer): Buffer {
  const microphone = samplesOf(call.subarray(1, 1 + 2 * CALL_SAMPLES));
  const frames = new Float32Array(FRAMES * MEL_BANDS);
  let count = 0;
  const sound = new SoundFrames((frame) => frames.set(frame, count++ * MEL_BANDS));
  const from = ONSET_SAMPLES - LEAD_SAMPLES;
  const to = from + FRAMES * MEL_HOP_SAMPLES;
  sound.push(microphone.subarray(from, to));
  return Buffer.from(frames.buffer);
}

function samplesOf(bytes: Buffer): Int16Array {
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
