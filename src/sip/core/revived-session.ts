import {
  type DialogState,
  Grammar,
  type InviteClientTransaction,
  type Session,
  SessionDialog,
  type URI,
  type UserAgentCore,
} from 'sip.js/lib/core/index.js';
import type { KeptDialog } from '../kept-dialog.js';
import type { SipFlow } from '../transport/sip-flow.js';
import type { SessionTerms } from './session-timer.js';

/** Covers requests sent after the snapshot; gaps in the sequence are allowed (RFC 3261, 12.2.2). */
const SEQUENCE_AHEAD = 1_000;

/** @param peerPort Where the peer listens, in case it opened the flow's connection. */
export function keptDialog(
  session: Session,
  flow: Pick<SipFlow, 'protocol' | 'address' | 'port'>,
  known: {
    readonly weBegan: boolean;
    readonly terms: SessionTerms | undefined;
    readonly peerPort: number | undefined;
  },
): KeptDialog | undefined {
  if (!(session instanceof SessionDialog)) return undefined;
  const { localSequenceNumber = 0, remoteSequenceNumber } = session;
  const { protocol, address, port } = flow;
  return {
    callId: session.callId,
    localTag: session.localTag,
    remoteTag: session.remoteTag,
    nextSequence: localSequenceNumber + SEQUENCE_AHEAD,
    ...(remoteSequenceNumber !== undefined && { remoteSequence: remoteSequenceNumber }),
    localUri: session.localURI.toString(),
    remoteUri: session.remoteURI.toString(),
    remoteTarget: session.remoteTarget.toString(),
    routeSet: [...session.routeSet],
    weBegan: known.weBegan,
    ...(known.terms && { sessionSeconds: known.terms.seconds }),
    way: {
      protocol,
      address,
      port: protocol === 'UDP' ? port : (known.peerPort ?? (protocol === 'TLS' ? 5_061 : 5_060)),
    },
  };
}

/** Restores the dialog in this process; undefined if the snapshot is invalid. */
export function revivedSession(core: UserAgentCore, kept: KeptDialog): SessionDialog | undefined {
  const [localURI, remoteURI, remoteTarget] = [kept.localUri, kept.remoteUri, kept.remoteTarget].map(uriOf);
  if (!localURI || !remoteURI || !remoteTarget) return undefined;
  const { callId, localTag, remoteTag, nextSequence, remoteSequence, routeSet } = kept;
  const id = callId + localTag + remoteTag;
  if (core.dialogs.has(id)) return undefined;
  const state: DialogState = {
    ...{ id, callId, localTag, remoteTag, localURI, remoteURI, remoteTarget },
    early: false,
    localSequenceNumber: nextSequence,
    remoteSequenceNumber: remoteSequence,
    routeSet: [...routeSet],
    secure: false,
  };
  // Its INVITE transaction ended in another process; nothing of it is left.
  return new SessionDialog({ request: {} } as InviteClientTransaction, core, state);
}

const uriOf = (text: string): URI | undefined => Grammar.URIParse(text);
