import type { CallRefusal } from '../../call-admission/index.js';
import type { KeptInvite } from '../../sip/index.js';
import type { MachineVerdict } from '../dialling/answering-machine/machine-detector.js';
import type { Ending } from '../dialling/dialling.js';
import type { OutboundReason } from '../dialling/reasons.js';
import type { OutboundEnd } from './outbound-ends.js';

export type OrderOutcome =
  | ({ readonly kind: 'ended' } & OutboundEnd)
  /** Not dialled; may be retried later. */
  | { readonly kind: 'deferred'; readonly untilMs: number; readonly reason: OutboundReason }
  /** This instance no longer owns it. */
  | { readonly kind: 'lost' };

/** Progress callbacks of an outbound call. */
export interface OrderProgress {
  /** Aborted on cancellation. */
  readonly signal: AbortSignal;
  /** Called once before the first INVITE is sent. Only `true` permits sending. */
  mayDial(): Promise<boolean>;
  ringing(): void;
  /** An INVITE was sent; called again when it is resent. */
  invited(invite: KeptInvite): void;
  answered(sessionId: string, answeredBy: MachineVerdict | undefined): void;
}

/** Retry interval while this server has no capacity. */
export const SERVER_RETRY_MS = 3_000;

export const failedOrder = (
  reason: OutboundReason,
  { sipStatus, answeredBy }: Ending = {},
): OrderOutcome => ({
  kind: 'ended',
  status: 'FAILURE',
  reason,
  sipStatus,
  answeredBy,
});
export const deferred = (untilMs: number, reason: OutboundReason): OrderOutcome => ({
  kind: 'deferred',
  untilMs,
  reason,
});

/** Maps a refusal before dialling to an outcome. */
export function outcomeOf({ reason }: CallRefusal): OrderOutcome {
  if (reason === 'media-failure') return deferred(Date.now() + SERVER_RETRY_MS, 'limit');
  if (reason === 'forbidden') return deferred(Date.now() + SERVER_RETRY_MS, 'account_suspended');
  return failedOrder(reason === 'agent-failure' ? 'agent_unavailable' : 'failed');
}
