import type { SipProtocol } from './transport/sip-flow.js';

/** A dialog as another process goes on with it (RFC 3261, 12); plain JSON. */
export interface KeptDialog {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  /** No request of ours has had this number or a higher one: whoever goes on begins with it. */
  readonly nextSequence: number;
  /** Of the other side's last request, as far as is known. */
  readonly remoteSequence?: number;
  readonly localUri: string;
  readonly remoteUri: string;
  readonly remoteTarget: string;
  readonly routeSet: readonly string[];
  /** Whether the invitation that began it was ours. */
  readonly weBegan: boolean;
  /** Of the session timer (RFC 4028); absent where none was agreed on. */
  readonly sessionSeconds?: number;
  /** Where requests within the dialog go to. */
  readonly way: { readonly protocol: SipProtocol; readonly address: string; readonly port: number };
}
