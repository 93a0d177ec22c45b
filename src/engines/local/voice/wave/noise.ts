/** The noise repeats after this many numbers, from another position. */
const LENGTH = 1 << 16;
/** Any value except zero. */
const SEED = 0x2545f491;

/** Deterministic Gaussian noise of variance 1. */
export class Noise {
  private static table: Float32Array | undefined;
  private readonly random = xorshift(SEED);
  private at = 0;

  /** Jumps to a random position. */
  jump(): void {
    this.at = Math.floor(this.random() * LENGTH);
  }

  next(): number {
    Noise.table ??= gaussian();
    this.at = (this.at + 1) & (LENGTH - 1);
    return Noise.table[this.at] as number;
  }
}

/** Box-Muller transform. */
function gaussian(): Float32Array {
  const random = xorshift(SEED);
  const table = new Float32Array(LENGTH);
  for (let at = 0; at < LENGTH; at += 2) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    table[at] = radius * Math.cos(angle);
    table[at + 1] = radius * Math.sin(angle);
  }
  return table;
}

/** Uniform numbers in [0, 1) (Marsaglia 2003). */
function xorshift(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
