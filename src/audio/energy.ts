const FULL_SCALE = 32_768;

/** No speech is below this, and dropping some of it is inaudible: -50 dBov. */
const PAUSE_ENERGY = 1e-5;

/** Mean energy of a piece of audio, 0 to 1 (full scale). */
export function meanEnergy(samples: Int16Array): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) {
    const sample = samples[index] ?? 0;
    sum += sample * sample;
  }
  return samples.length === 0 ? 0 : sum / samples.length / (FULL_SCALE * FULL_SCALE);
}

export function isPause(energy: number): boolean {
  return energy < PAUSE_ENERGY;
}
