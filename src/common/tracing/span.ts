export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A timed operation. Times are those of `nowMs`. */
export interface SpanStart {
  readonly name: string;
  readonly startMs: number;
  readonly attributes?: SpanAttributes;
  /** A request over the network. */
  readonly isRequest?: boolean;
}

/** A timed operation, exported to a trace once it has ended. */
export interface TracedSpan {
  begin(start: SpanStart): TracedSpan;
  set(attributes: SpanAttributes): void;
  /** @param fault A stable code, if it failed. */
  end(endMs: number, fault?: string): void;
}
