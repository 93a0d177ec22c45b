import type { CallRefusal } from '../../calls/index.js';
import type { KeptInvite } from '../../sip/index.js';
import type { Verdict } from '../dialling/answering-machine/machine-detector.js';
import type { Ending } from '../dialling/dialling.js';
import type { OutboundReason } from '../dialling/reasons.js';
import type { OutboundEnd } from './outbound-ends.js';

export type OrderOutcome =
  | ({ readonly kind: 'ended' } & OutboundEnd)
  /** It was not dialled, and may be later. */
  | { readonly kind: 'deferred'; readonly untilMs: number; readonly reason: OutboundReason }
  /** It is not ours any more. */
  | { readonly kind: 'lost' };

/** What is told while an order is carried out. */
export interface OrderProgress {
  /** Aborted when the order is cancelled. */
  readonly signal: AbortSignal;
  /** Asked once, before the first INVITE leaves; after anything but true none does. */
  mayDial(): Promise<boolean>;
  ringing(): void;
  /** An INVITE has left; told again where it left anew. */
  invited(invite: KeptInvite): void;
  answered(sessionId: string, answeredBy: Verdict | undefined): void;
}

/** How soon to look for a place again, where this server has none. */
export const SERVER_RETRY_MS = 3_000;

export const failure = (reason: OutboundReason, { sipStatus, answeredBy }: Ending = {}): OrderOutcome => ({
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

/** What it means for an order that no call can begin; nobody was phoned. */
export function outcomeOf({ reason }: CallRefusal): OrderOutcome {
  if (reason === 'media-failure') return deferred(Date.now() + SERVER_RETRY_MS, 'limit');
  if (reason === 'forbidden') return deferred(Date.now() + SERVER_RETRY_MS, 'account_suspended');
  return failure(reason === 'agent-failure' ? 'agent_unavailable' : 'failed');
}
