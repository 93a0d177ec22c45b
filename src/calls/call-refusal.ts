/** Why an offer brings no call. The gateway turns the reason into the protocol's error code. */
export interface CallRefusal {
  readonly kind: 'refused';
  readonly reason: 'unauthorized' | 'forbidden' | 'invalid-argument' | 'media-failure' | 'agent-failure';
  /** Fit for the client: says what to do, tells nothing about others. */
  readonly message: string;
}

export const refuse = (reason: CallRefusal['reason'], message: string): CallRefusal => ({
  kind: 'refused',
  reason,
  message,
});

export const UNAUTHORIZED = refuse('unauthorized', 'A valid auth token is required in every offer.');

/** The same words for a session that doesn't exist and for one that is somebody else's. */
export const UNKNOWN_SESSION = refuse('invalid-argument', 'There is no such session.');
