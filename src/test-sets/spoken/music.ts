/** One slow chord per bar, in Hz: C, A minor, F, G. */
const CHORDS = [
  [261.6, 329.6, 392],
  [220, 261.6, 329.6],
  [174.6, 220, 261.6],
  [196, 246.9, 293.7],
] as const;
const CHORD_SECONDS = 1.6;
/** Decreasing: a string rather than a flute. */
const HARMONICS = [1, 0.5, 0.25, 0.12] as const;
/** Root mean square of the sum of the tones: they are incoherent, so their energies add up. */
const RMS = Math.sqrt((HARMONICS.reduce((sum, gain) => sum + gain ** 2, 0) * 3) / 2);
/** Root mean square of the swing below. */
const SWING_RMS = Math.sqrt(0.5 ** 2 + 0.5 ** 2 / 2);

/** Background music: chords that swell and fade, identical in each call, with a root mean square of 1. */
export function musicAt(seconds: number): number {
  const bar = seconds / CHORD_SECONDS;
  const chord = CHORDS[Math.floor(bar) % CHORDS.length] ?? CHORDS[0];
  let sum = 0;
  for (const hz of chord) {
    for (const [index, gain] of HARMONICS.entries())
      sum += gain * Math.sin(2 * Math.PI * hz * (index + 1) * seconds);
  }
  const swing = 0.5 - 0.5 * Math.cos(2 * Math.PI * (bar % 1));
  return (sum * swing) / (RMS * SWING_RMS);
}
