/** Table size for a full turn: a phase is off by 0.0002 at most. */
const STEPS = 1 << 14;
const STEPS_A_RADIAN = STEPS / (2 * Math.PI);
/** Where the hyperbolic tangent saturates, and the table's steps per unit. */
const END = 8;
const STEPS_A_UNIT = 1 << 11;

/** Cosines by step of a turn; the sine lies a quarter of a turn before. */
const cosines = Float32Array.from({ length: STEPS }, (_, step) => Math.cos(step / STEPS_A_RADIAN));
/** Table of tanh(x) half turns, as steps of a turn. */
const halfTurns = Int16Array.from({ length: 2 * END * STEPS_A_UNIT + 1 }, (_, at) =>
  Math.round((Math.tanh(at / STEPS_A_UNIT - END) * STEPS) / 2),
);

export const stepOfPhase = (radians: number): number => Math.round(radians * STEPS_A_RADIAN);

/** The table step of tanh(x) half turns. */
export function stepOfHalfTurns(x: number): number {
  const bounded = Math.max(-END, Math.min(END, x));
  return halfTurns[Math.round((bounded + END) * STEPS_A_UNIT)] ?? 0;
}

export const cosOfStep = (step: number): number => cosines[step & (STEPS - 1)] ?? 0;
export const sinOfStep = (step: number): number => cosOfStep(step - STEPS / 4);
