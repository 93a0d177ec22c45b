import { WavReader } from '../../../../src/audio/index.js';
import { WasiProgram } from './wasi-program.js';

/**
 * Flite (English text to speech), the command line program compiled to WebAssembly. Each run uses its own instance and
 * blocks for about 1 % of the speech's duration.
 */

/** Sample rate of all voices below. */
export const FLITE_SAMPLE_RATE_HZ = 16_000;

/** Flite's 16 kHz voices; the first is the default. */
const FLITE_VOICES = ['slt', 'rms', 'awb', 'kal16'] as const;
export type FliteVoice = (typeof FLITE_VOICES)[number];

/**
 * Gain per voice, so that all speak at -20 dBFS (RMS without pauses) like most providers' voices. Measured on a minute
 * of each; peaks stay below -0.7 dBFS.
 */
const GAINS: Readonly<Record<FliteVoice, number>> = { slt: 0.47, rms: 0.96, awb: 0.87, kal16: 2.78 };

const OUTPUT_FILE = 'speech.wav';

interface SynthesisRequest {
  readonly text: string;
  readonly voice: FliteVoice;
  /** 1 is the voice's own pace, 2 twice as fast. */
  readonly speed: number;
}

/** The named voice, or the default. */
export function fliteVoice(voiceId: string | undefined): FliteVoice {
  return FLITE_VOICES.find((voice) => voice === voiceId) ?? FLITE_VOICES[0];
}

/** @returns Mono samples at `FLITE_SAMPLE_RATE_HZ`. */
export function synthesise(module: WebAssembly.Module, request: SynthesisRequest): Int16Array {
  const stretch = (1 / request.speed).toFixed(3);
  const args = ['-voice', request.voice, '-s', `duration_stretch=${stretch}`];
  const program = new WasiProgram(module, {
    args: ['flite', ...args, '-t', request.text, '-o', OUTPUT_FILE],
  });
  program.run();
  const wav = program.written(OUTPUT_FILE);
  if (!wav) throw new Error('Flite made no audio');
  const gain = GAINS[request.voice];
  return new WavReader().read(wav).map((sample) => gained(sample, gain));
}

function gained(sample: number, gain: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(sample * gain)));
}
