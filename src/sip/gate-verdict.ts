/** What to do with a request before any state is kept. */
export type GateVerdict<Line> =
  | GateRefusal
  /** `line`: passed on with an invitation. */
  | { readonly kind: 'passed'; readonly line: Line }
  /** Accepted if it belongs to an existing call or transaction and comes from the peer's address. */
  | {
      readonly kind: 'continues';
      readonly line: Line;
      /** It matches no call. */
      readonly stray: () => GateRefusal;
      /** It matches a call with another peer address. With a login it may be a phone that changed networks. */
      readonly fromElsewhere: () => Exclude<GateVerdict<Line>, { readonly kind: 'continues' }>;
    };

export type GateRefusal =
  /** Dropped without a response, so that scanners learn nothing. */
  | { readonly kind: 'ignored' }
  /** Refused statelessly. Over UDP the response is no larger than the request. */
  | { readonly kind: 'refused'; readonly status: number; readonly headers?: readonly string[] };
