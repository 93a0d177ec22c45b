import type { UserAgentCore } from 'sip.js/lib/core/index.js';
import type { SipHead } from '../messages/sip-head.js';

/** Whether a request is of a dialog that stands, or of a transaction: a CANCEL, or what was sent again. */
export function belongsTo(core: UserAgentCore, head: SipHead): boolean {
  const { transaction, toTag, fromTag } = head;
  if (core.userAgentServers.has(transaction)) return true;
  return toTag !== '' && core.dialogs.has(`${head.header('call-id') ?? ''}${toTag}${fromTag}`);
}
