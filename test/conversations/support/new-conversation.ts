import { newId } from '../../../src/common/ids/index.js';
import type { NewConversation } from '../../../src/conversations/index.js';

export function newConversation(details: Partial<NewConversation> = {}): NewConversation {
  return {
    sessionId: newId('sess'),
    accountId: 'acc_1',
    agentId: 'agent-1',
    target: 'live',
    mode: 'traditional',
    adapter: 'starter',
    startedAt: new Date(),
    ...details,
  };
}
