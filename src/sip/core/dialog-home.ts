import type { IncomingRequestMessage, OutgoingResponse, ResponseOptions } from 'sip.js/lib/core/index.js';
import type { SipFlow } from '../transport/sip-flow.js';

/** What a dialog needs of the endpoint that it runs on. */
export interface DialogHome {
  /** The way that the call came by. */
  readonly flow: SipFlow;
  /** Whether this process may act for its calls; where it may not, another one may have them. */
  mayAct(): boolean;
  /**
   * Runs what sends, so that it leaves by the flow of the call. `port`: where the other side may be connected to anew,
   * should the flow be gone.
   */
  within(task: () => void, port?: number): void;
  contact(): string;
  replyStateless(message: IncomingRequestMessage, options: ResponseOptions): OutgoingResponse;
  forget(dialog: { readonly id: string }): void;
  problem(error: unknown): void;
}
