/** The tables of ITU-T G.722 (09/2012), under its names. */

/** Table 11: the quadrature mirror filters' coefficients; the other half is their mirror image. */
export const QMF = [3, -11, 12, 32, -210, 951, 3876, -805, 362, -156, 53, -11] as const;

/** How a quantiser's scale adapts, and the values of its codes. */
export interface BandTables {
  /** WL and RL42, or WH and RH2: what a code adds to the logarithm of the scale. */
  readonly logSteps: readonly number[];
  /** QM4 or QM2: the value of a code at a scale of 2^15. */
  readonly values: readonly number[];
  readonly mostLog: number;
  /** The shift from the logarithm to the scale. */
  readonly shift: number;
  readonly firstScale: number;
}

const WL = [-60, -30, 58, 172, 334, 538, 1_198, 3_042];
const RL42 = [0, 7, 6, 5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1, 0];
const WH = [0, -214, 798];
const RH2 = [2, 1, 2, 1];

export const LOW_BAND: BandTables = {
  logSteps: RL42.map((index) => WL[index] ?? 0),
  values: [
    0, -20_456, -12_896, -8_968, -6_288, -4_240, -2_584, -1_200, 20_456, 12_896, 8_968, 6_288, 4_240, 2_584,
    1_200, 0,
  ],
  mostLog: 18_432,
  shift: 8,
  firstScale: 32,
};

export const HIGH_BAND: BandTables = {
  logSteps: RH2.map((index) => WH[index] ?? 0),
  values: [-7_408, -1_616, 7_408, 1_616],
  mostLog: 22_528,
  shift: 10,
  firstScale: 8,
};

/** ILB: 2^11 · 2^(index / 32). */
export const ILB = [
  2_048, 2_093, 2_139, 2_186, 2_233, 2_282, 2_332, 2_383, 2_435, 2_489, 2_543, 2_599, 2_656, 2_714, 2_774,
  2_834, 2_896, 2_960, 3_025, 3_091, 3_158, 3_228, 3_298, 3_371, 3_444, 3_520, 3_597, 3_676, 3_756, 3_838,
  3_922, 4_008,
] as const;

/** Q6: the decision levels of the low band, from its second one on. */
export const Q6 = [
  35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1_023, 1_121, 1_219,
  1_339, 1_458, 1_612, 1_765, 1_980, 2_195, 2_557, 2_919,
] as const;

/** The decision level of the high band. */
export const Q2 = 564;

/** ILP and ILN: the code of each step of the low band. */
export const LOW_CODES_POSITIVE = Array.from({ length: 30 }, (_, step) => 61 - step);
export const LOW_CODES_NEGATIVE = [63, 62, ...Array.from({ length: 28 }, (_, step) => 31 - step)];

/** QM6: the values of the 6-bit codes. */
export const QM6 = (() => {
  const positive = [
    24_808, 21_904, 19_008, 16_704, 14_984, 13_512, 12_280, 11_192, 10_232, 9_360, 8_576, 7_856, 7_192, 6_576,
    6_000, 5_456, 4_944, 4_464, 4_008, 3_576, 3_168, 2_776, 2_400, 2_032, 1_688, 1_360, 1_040, 728,
  ];
  const negative = positive.map((value) => -value);
  return [-136, -136, -136, -136, ...negative, ...positive, 432, 136, -432, -136];
})();
