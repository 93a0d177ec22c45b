/** What is done with a request before anything is remembered of it. */
export type GateVerdict<Line> =
  | GateRefusal
  /** `line`: what it came in by, handed on with an invitation. */
  | { readonly kind: 'passed'; readonly line: Line }
  /** Let in where it belongs to a call or a transaction that stands, and comes from its peer's address. */
  | {
      readonly kind: 'continues';
      readonly line: Line;
      /** It belongs to nothing. */
      readonly stray: () => GateRefusal;
      /** It belongs to a call whose peer has another address: with a login it may be a phone in another network. */
      readonly fromElsewhere: () => Exclude<GateVerdict<Line>, { readonly kind: 'continues' }>;
    };

export type GateRefusal =
  /** Not a byte in answer: scanners learn nothing. */
  | { readonly kind: 'ignored' }
  /** Answered without a trace, over UDP by no more bytes than came. */
  | { readonly kind: 'refused'; readonly status: number; readonly headers?: readonly string[] };
