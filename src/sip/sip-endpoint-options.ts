import type { AbandonedInviteEvents } from './core/abandoned-invites.js';
import type { RequestWatch } from './core/watched-requests.js';
import type { Obstacle } from './core/obstacles.js';
import type { GateVerdict } from './gate-verdict.js';
import type { SipHead } from './messages/sip-head.js';
import type { IncomingInvite } from './sip-call.js';
import type { SipFlow } from './transport/sip-flow.js';
import type { SipTransportOptions } from './transport/sip-transport.js';

export interface SipEndpointOptions<Line> extends SipTransportOptions, RequestWatch, AbandonedInviteEvents {
  /** `User-Agent` and `Server`. */
  readonly agentName: string;
  /** Called for an invitation that passed the gate and was refused right after it. */
  readonly turnedAway?: (head: SipHead, flow: SipFlow, line: Line, refusal: Obstacle) => void;
  /** Called for each request; must not throw. */
  readonly gate: (head: SipHead, flow: SipFlow) => GateVerdict<Line>;
  readonly invited: (invite: IncomingInvite, line: Line) => void;
  /** Whether this process may act for its calls; if not, its dialogs send nothing on their own. */
  readonly mayAct?: () => boolean;
}

export interface SipCounts {
  readonly dialogs: number;
  /** Requests in progress, or with a response that may have to be repeated. */
  readonly serverTransactions: number;
  readonly clientTransactions: number;
  readonly connections: number;
  readonly retransmitting: number;
  readonly retransmitted: number;
  readonly unreadable: number;
  readonly ignored: number;
  readonly refused: number;
  /** Fully parsed messages, and the milliseconds spent on them. */
  readonly parsed: number;
  readonly parseMs: number;
}
