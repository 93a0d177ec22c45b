import { VOICE_HOP_SAMPLES, VOICE_RATE_HZ } from './voice-frames.js';

/** A lower pitch counts as unvoiced. */
const LOWEST_HZ = 40;
const HIGHEST_HARMONIC_HZ = 11_000;
/** Near a full turn, all harmonics are in phase, and their sum is their number. */
const MEETING = 1e-3;

/** The excitation of a larynx: all harmonics of the pitch at the same level, and silence where there is no pitch. */
export class PulseTrain {
  readonly samples: Float32Array;
  private made = 0;
  /** In full turns. */
  private phase = 0;

  /** @param pitch In hertz, one value per hop. */
  constructor(private readonly pitch: Float32Array) {
    this.samples = new Float32Array(pitch.length * VOICE_HOP_SAMPLES);
  }

  /** Generates all samples before `end`. */
  makeUntil(end: number): void {
    for (; this.made < Math.min(end, this.samples.length); this.made++) {
      const pitch = this.pitchAt(this.made);
      const hz = Math.max(pitch, LOWEST_HZ);
      this.phase = (this.phase + hz / VOICE_RATE_HZ) % 1;
      if (pitch > LOWEST_HZ) this.samples[this.made] = harmonics(2 * Math.PI * this.phase, hz);
    }
  }

  /** Interpolates linearly between the centers of two hops. */
  private pitchAt(sample: number): number {
    const place = (sample + 0.5) / VOICE_HOP_SAMPLES - 0.5;
    const before = Math.floor(place);
    const hop = (at: number) => this.pitch[Math.max(0, Math.min(this.pitch.length - 1, at))] ?? 0;
    const part = place - before;
    return hop(before) * (1 - part) + hop(before + 1) * part;
  }
}

/** The sum of cos(h × phase) over all harmonics h below the highest, by Dirichlet's formula. */
function harmonics(phase: number, hz: number): number {
  const count = Math.floor(HIGHEST_HARMONIC_HZ / hz) + 0.5;
  const sine = Math.sin(phase / 2);
  const sum = Math.abs(sine) <= MEETING ? count : Math.sin(count * phase) / (2 * sine);
  return sum - 0.5;
}
