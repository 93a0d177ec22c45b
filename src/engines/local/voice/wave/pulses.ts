import { HOP_SAMPLES, VOICE_RATE_HZ } from './frames.js';

/** A lower pitch means that there is none. */
const LOWEST_HZ = 40;
const HIGHEST_HARMONIC_HZ = 11_000;
/** Nearer to where all harmonics meet, the sum is their number. */
const MEETING = 1e-3;

/** What a larynx makes: all harmonics of a pitch, at the same level; silence where there is no pitch. */
export class PulseTrain {
  readonly samples: Float32Array;
  private made = 0;
  /** In turns. */
  private phase = 0;

  /** @param pitch In hertz, one for each hop. */
  constructor(private readonly pitch: Float32Array) {
    this.samples = new Float32Array(pitch.length * HOP_SAMPLES);
  }

  /** Makes the samples before this one. */
  makeUntil(end: number): void {
    for (; this.made < Math.min(end, this.samples.length); this.made++) {
      const pitch = this.pitchAt(this.made);
      const hz = Math.max(pitch, LOWEST_HZ);
      this.phase = (this.phase + hz / VOICE_RATE_HZ) % 1;
      if (pitch > LOWEST_HZ) this.samples[this.made] = harmonics(2 * Math.PI * this.phase, hz);
    }
  }

  /** Between the middles of two hops, on the line from one to the other. */
  private pitchAt(sample: number): number {
    const place = (sample + 0.5) / HOP_SAMPLES - 0.5;
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
