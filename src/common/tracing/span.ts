export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What is known of something that takes time. Moments are those of `nowMs`. */
export interface SpanStart {
  readonly name: string;
  readonly startMs: number;
  readonly attributes?: SpanAttributes;
  /** It asks somebody else over the network. */
  readonly isRequest?: boolean;
}

/** Something that takes time, and is shown in a trace once it has ended. */
export interface TracedSpan {
  /** Something that is part of it. */
  begin(start: SpanStart): TracedSpan;
  set(attributes: SpanAttributes): void;
  /** @param fault A stable code, where it came to nothing. */
  end(endMs: number, fault?: string): void;
}
