import type { AnswerWatch } from './core/abandoned-invites.js';
import type { RequestWatch } from './core/watched-requests.js';
import type { Obstacle } from './core/obstacles.js';
import type { GateVerdict } from './gate-verdict.js';
import type { SipHead } from './messages/sip-head.js';
import type { IncomingInvite } from './sip-call.js';
import type { SipFlow } from './transport/sip-flow.js';
import type { SipTransportOptions } from './transport/sip-transport.js';

export interface SipEndpointOptions<Line> extends SipTransportOptions, RequestWatch, AnswerWatch {
  /** `User-Agent` and `Server`. */
  readonly agentName: string;
  /** An invitation that was let in, and refused before anybody else has seen it. */
  readonly turnedAway?: (head: SipHead, flow: SipFlow, line: Line, refusal: Obstacle) => void;
  /** Asked for each request; must not throw. */
  readonly gate: (head: SipHead, flow: SipFlow) => GateVerdict<Line>;
  readonly invited: (invite: IncomingInvite, line: Line) => void;
  /** Whether this process may act for its calls; where it may not, its dialogs say nothing by themselves. */
  readonly mayAct?: () => boolean;
}

export interface SipCounts {
  readonly dialogs: number;
  /** Requests that are being answered, or whose answer may be asked for again. */
  readonly serverTransactions: number;
  readonly clientTransactions: number;
  readonly connections: number;
  readonly retransmitting: number;
  readonly retransmitted: number;
  readonly unreadable: number;
  readonly ignored: number;
  readonly refused: number;
  /** Messages that were let in and taken apart whole, and the milliseconds that it took. */
  readonly parsed: number;
  readonly parseMs: number;
}
