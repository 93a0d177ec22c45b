const FRAME_MS = 20;
const FRAME_SAMPLES = 320;

/** What the microphone picks up beside the caller. */
export interface Around {
  /** Played in a loop. */
  readonly noise?: Int16Array;
  /** What the agent says, and what comes back of it. */
  readonly echo?: {
    readonly agent: Int16Array;
    readonly delayMs: number;
    readonly gain: number;
  };
}

/** Jitter buffers play now earlier, now later: in each second the echo is late by other frames. */
const SHAKEN_FRAMES = [0, 1, 2, 1, 0, -1, 0, -2, -1, 0];
const SHAKEN_EVERY = 6 * FRAME_SAMPLES;

/** What the microphone picks up, all in all. */
export function mixed(audio: Int16Array, { noise, echo }: Around): Int16Array {
  const samplesIn = (ms: number) => (ms * FRAME_SAMPLES) / FRAME_MS;
  const delay = samplesIn(echo?.delayMs ?? 0);
  return audio.map((sample, at) => {
    const shaken = SHAKEN_FRAMES[Math.floor(at / SHAKEN_EVERY) % SHAKEN_FRAMES.length] ?? 0;
    const back = (echo?.agent[at - delay - (shaken * FRAME_SAMPLES) / 2] ?? 0) * (echo?.gain ?? 0);
    const noisy = noise ? (noise[at % noise.length] ?? 0) : 0;
    return Math.max(-32_768, Math.min(32_767, Math.round(sample + noisy + back)));
  });
}
