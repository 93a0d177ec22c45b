/** Takes what decided about the turns of a call, one entry after the other. Must return at once and never throw. */
export type TraceSink = (entry: object) => void;
