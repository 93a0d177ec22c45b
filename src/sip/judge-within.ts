import type { UserAgentCore } from 'sip.js/lib/core/index.js';
import type { GateVerdict } from './gate-verdict.js';
import type { SipHead } from './messages/sip-head.js';
import type { SipFlow } from './transport/sip-flow.js';
import type { CoreDialog } from './core/sip-dialog.js';

type Continues<Line> = Extract<GateVerdict<Line>, { readonly kind: 'continues' }>;

/** Dialogs and transactions of an endpoint. */
interface Running {
  readonly core: UserAgentCore;
  readonly dialogs: ReadonlyMap<string, CoreDialog>;
}

/**
 * Accepts requests of an existing dialog from its peer, and of a transaction: a CANCEL or a retransmission. An
 * eavesdropper who knows a call's identifiers must not be able to end it from elsewhere.
 */
export function judgeWithin<Line>(
  judged: Continues<Line>,
  head: SipHead,
  flow: SipFlow,
  { core, dialogs }: Running,
): GateVerdict<Line> {
  if (core.userAgentServers.has(head.transaction)) return judged;
  const id = `${head.header('call-id') ?? ''}${head.toTag}${head.fromTag}`;
  if (head.toTag === '' || !core.dialogs.has(id)) return judged.stray();
  const dialog = dialogs.get(id);
  return dialog && dialog.home.flow.address !== flow.address ? judged.fromElsewhere() : judged;
}
