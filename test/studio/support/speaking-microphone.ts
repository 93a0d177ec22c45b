/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { toWav } from '../../stand-ins/audio/pcm.js';
import { synthesise } from '../../stand-ins/audio/synthesis.js';

const RATE_HZ = 16_000;

/**
 * Gives a page that is not yet open a microphone to say texts into. Chromium sends nothing from it in between, not even
 * silence.
 */
export async function giveMicrophone(page: Page): Promise<(text: string) => Promise<void>> {
  await page.addInitScript(() => {
    const context = new AudioContext();
    const microphone = context.createMediaStreamDestination();
    navigator.mediaDevices.getUserMedia = () => Promise.resolve(microphone.stream.clone());
    const say = async (wav: string) => {
      const source = context.createBufferSource();
      source.buffer = await context.decodeAudioData(
        Uint8Array.from(atob(wav), (sign) => sign.charCodeAt(0)).buffer,
      );
      source.connect(microphone);
      source.start();
    };
    Object.assign(window, { say });
  });
  return async (text) => {
    const wav = toWav(await synthesise(text, RATE_HZ, 'rms'), RATE_HZ);
    await page.evaluate(
      (speech) => (window as unknown as { say(wav: string): Promise<void> }).say(speech),
      Buffer.from(wav).toString('base64'),
    );
  };
}
