import type { IconName } from '../ui/icon.js';
import type { Conversation } from './queries.js';

type Call = Pick<Conversation, 'caller' | 'callee' | 'mode' | 'target'>;

/** By telephone there is a number that was called. */
const isByPhone = ({ callee }: Call): boolean => callee !== null;

/** Who called, as well as it is known. */
export function nameOfCaller(call: Call): string {
  if (call.caller !== null && call.caller !== '') return call.caller;
  if (call.target === 'draft') return 'Test call';
  if (isByPhone(call)) return 'Phone caller';
  return call.mode === 'text' ? 'Text chat' : 'Website visitor';
}

export function iconOfCall(call: Call): IconName {
  if (call.mode === 'text') return 'chat';
  return isByPhone(call) ? 'phone' : 'globe';
}
