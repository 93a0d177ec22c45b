import type { GateVerdict } from './gate-verdict.js';
import type { SipHead } from './messages/sip-head.js';
import type { IncomingInvite } from './sip-call.js';
import type { SipFlow } from './transport/sip-flow.js';
import type { SipTransportOptions } from './transport/sip-transport.js';

export interface SipEndpointOptions<Line> extends SipTransportOptions {
  /** `User-Agent` and `Server`. */
  readonly agentName: string;
  /** Asked for each request; must not throw. */
  readonly gate: (head: SipHead, flow: SipFlow) => GateVerdict<Line>;
  readonly invited: (invite: IncomingInvite, line: Line) => void;
  /** Whether this process may act for its calls; where it may not, its dialogs say nothing by themselves. */
  readonly mayAct?: () => boolean;
  /**
   * What a server made of a request of ours that begins something: the status of its first answer, or of its refusal;
   * undefined where none came.
   */
  readonly served?: (
    flow: SipFlow,
    method: 'INVITE' | 'OPTIONS' | 'REGISTER',
    status: number | undefined,
  ) => void;
  /** Something that should not happen did, and ended nothing but itself. */
  readonly problem: (error: unknown) => void;
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
