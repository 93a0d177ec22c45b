/** Why an offer was refused. The gateway maps the reason to the protocol's error code. */
export interface CallRefusal {
  readonly kind: 'refused';
  readonly reason: 'unauthorized' | 'forbidden' | 'invalid-argument' | 'media-failure' | 'agent-failure';
  /** Safe for the client: suggests what to do and reveals nothing about other calls. */
  readonly message: string;
  /** Name of the limit that was reached, if it was one. */
  readonly limit?: string;
}

export const refuse = (reason: CallRefusal['reason'], message: string): CallRefusal => ({
  kind: 'refused',
  reason,
  message,
});

export const UNAUTHORIZED = refuse('unauthorized', 'A valid auth token is required in every offer.');

/** The same message for an unknown session and for a foreign one, so that neither can be probed. */
export const UNKNOWN_SESSION = refuse('invalid-argument', 'There is no such session.');
