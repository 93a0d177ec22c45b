/** Steps of a turn in the tables: a phase is off by 0.0002 at most. */
const STEPS = 1 << 14;
const STEPS_A_RADIAN = STEPS / (2 * Math.PI);
/** Where a hyperbolic tangent has come to its end, and its steps until there. */
const END = 8;
const STEPS_A_UNIT = 1 << 11;

/** Cosines by step of a turn; the sine lies a quarter of a turn before. */
const cosines = Float32Array.from({ length: STEPS }, (_, step) => Math.cos(step / STEPS_A_RADIAN));
/** Steps of the turn that is a hyperbolic tangent of half turns. */
const halfTurns = Int16Array.from({ length: 2 * END * STEPS_A_UNIT + 1 }, (_, at) =>
  Math.round((Math.tanh(at / STEPS_A_UNIT - END) * STEPS) / 2),
);

/** The step of a phase in radians. */
export const stepOfPhase = (radians: number): number => Math.round(radians * STEPS_A_RADIAN);

/** The step of a phase of tanh(x) half turns. */
export function stepOfHalfTurns(x: number): number {
  const bounded = Math.max(-END, Math.min(END, x));
  return halfTurns[Math.round((bounded + END) * STEPS_A_UNIT)] ?? 0;
}

export const cosOfStep = (step: number): number => cosines[step & (STEPS - 1)] ?? 0;
export const sinOfStep = (step: number): number => cosOfStep(step - STEPS / 4);
