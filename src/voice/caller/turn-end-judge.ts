/** Tells by its sound whether a turn of a caller who has fallen silent is over; for many calls. */
export interface TurnEndJudge {
  /** It considers no more than this much of the end of a turn. */
  readonly longestMs: number;
  /**
   * @param samples The turn so far, with the silence after it: mono, 16 kHz; not changed, and copied where it is kept.
   * @returns How likely the turn is over, 0 to 1; undefined when nothing can be told. Never rejects.
   */
  judge(samples: Int16Array): Promise<number | undefined>;
}
