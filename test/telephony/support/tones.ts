const TONE_MS = 2_000;
const TONE_RATE_HZ = 16_000;
const AMPLITUDE = 6_000;
const WINDOW_MS = 50;
/** Share of the window's energy, reduced by codecs and packet loss. */
const LEAST_SHARE = 0.7;
const LEAST_RMS = 500;

/** Two seconds of a sine, mono at 16 kHz. */
export const tone = (hz: number): Int16Array =>
  Int16Array.from({ length: (TONE_MS * TONE_RATE_HZ) / 1_000 }, (_, at) =>
    Math.round(AMPLITUDE * Math.sin((2 * Math.PI * hz * at) / TONE_RATE_HZ)),
  );

/** Duration for which the audio consists mostly of the tone. */
export function toneMs(samples: Int16Array, sampleRateHz: number, hz: number): number {
  const length = Math.floor((WINDOW_MS * sampleRateHz) / 1_000);
  let found = 0;
  for (let at = 0; at + length <= samples.length; at += length) {
    if (isTone(samples.subarray(at, at + length), sampleRateHz, hz)) found += WINDOW_MS;
  }
  return found;
}

function isTone(window: Int16Array, sampleRateHz: number, hz: number): boolean {
  let [real, imaginary, energy] = [0, 0, 0];
  window.forEach((sample, at) => {
    const angle = (2 * Math.PI * hz * at) / sampleRateHz;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
    energy += sample * sample;
  });
  const inTone = (2 * (real * real + imaginary * imaginary)) / window.length;
  return Math.sqrt(energy / window.length) >= LEAST_RMS && inTone >= LEAST_SHARE * energy;
}
