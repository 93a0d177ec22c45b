/** Records the data behind a call's turn decisions, one entry at a time. Must return at once and never throw. */
export type TraceSink = (entry: object) => void;
