import type { SipProtocol } from './transport/sip-flow.js';

/** The snapshot of a dialog (RFC 3261, 12) for failover; plain JSON. */
export interface KeptDialog {
  readonly callId: string;
  readonly localTag: string;
  readonly remoteTag: string;
  /** The first sequence number that no request of ours has used. */
  readonly nextSequence: number;
  /** Of the peer's last known request. */
  readonly remoteSequence?: number;
  readonly localUri: string;
  readonly remoteUri: string;
  readonly remoteTarget: string;
  readonly routeSet: readonly string[];
  /** True if we sent the INVITE. */
  readonly weBegan: boolean;
  /** The session timer (RFC 4028); absent if none was negotiated. */
  readonly sessionSeconds?: number;
  /** The destination of requests within the dialog. */
  readonly way: { readonly protocol: SipProtocol; readonly address: string; readonly port: number };
}
