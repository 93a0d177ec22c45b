import type { IncomingRequestMessage, OutgoingResponse, ResponseOptions } from 'sip.js/lib/core/index.js';
import type { SipFlow } from '../transport/sip-flow.js';

/** What a dialog needs from its endpoint. */
export interface DialogHome {
  /** The flow that the call arrived on. */
  readonly flow: SipFlow;
  /** Whether this process may act for its calls; otherwise another process may own them. */
  mayAct(): boolean;
  /** Runs a task that sends by the call's flow. `port`: where to reconnect if the flow is gone. */
  within(task: () => void, port?: number): void;
  contact(): string;
  replyStateless(message: IncomingRequestMessage, options: ResponseOptions): OutgoingResponse;
  forget(dialog: { readonly id: string }): void;
  problem(error: unknown): void;
}
