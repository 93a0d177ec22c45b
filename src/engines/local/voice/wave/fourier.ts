import { STAGES, type Stage, type Turns } from './fourier-stages.js';

/**
 * The discrete Fourier transform of complex numbers, for lengths that are products of 3, 4 and 5 (Stockham's
 * arrangement: no reordering).
 */
export class FourierTransform {
  private readonly stages: readonly Stage[];
  private readonly turns: Turns;
  private readonly real: Float64Array;
  private readonly imaginary: Float64Array;

  constructor(length: number) {
    this.stages = stagesOf(length);
    const angle = (step: number) => (-2 * Math.PI * step) / length;
    this.turns = {
      cosines: Float64Array.from({ length }, (_, step) => Math.cos(angle(step))),
      sines: Float64Array.from({ length }, (_, step) => Math.sin(angle(step))),
    };
    this.real = new Float64Array(length);
    this.imaginary = new Float64Array(length);
  }

  /** Transforms in place. The inverse, times the length, is that of the two parts exchanged. */
  run(real: Float64Array, imaginary: Float64Array): void {
    let from = { real, imaginary };
    let to = { real: this.real, imaginary: this.imaginary };
    let done = 1;
    for (const { factor, run } of this.stages) {
      run(done, from, to, this.turns);
      [from, to] = [to, from];
      done *= factor;
    }
    if (from.real === real) return;
    real.set(from.real);
    imaginary.set(from.imaginary);
  }
}

function stagesOf(length: number): Stage[] {
  const stages: Stage[] = [];
  let rest = length;
  for (const stage of STAGES) {
    while (rest % stage.factor === 0) {
      stages.push(stage);
      rest /= stage.factor;
    }
  }
  if (rest !== 1) throw new RangeError(`${length} is not a product of 3, 4 and 5`);
  return stages;
}
