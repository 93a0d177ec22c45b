import type { Schemas } from '../api/client.js';
import { capitalised, inWords, shortVersion } from '../ui/words.js';

type Entry = Pick<Schemas['AuditEntry'], 'action' | 'resourceId' | 'details'>;

/** Actions that no rule puts well. A part without its value is left out, with the preposition before it. */
const SENTENCES: Readonly<Record<string, string>> = {
  'account.reset-quota': 'reset a quota',
  'account.resume': 'resumed the account',
  'account.set-quota': 'set a quota',
  'call.give-back': 'gave a call back to {agent}',
  'call.hang-up': 'ended a call of {agent}',
  'call.leave': 'stopped listening to a call of {agent}',
  'call.monitor': 'listened to a call of {agent}',
  'call.take-over': 'took a call over from {agent}',
  'call.whisper': 'instructed {agent} during a call',
  'conversation.comment': 'commented on a conversation',
  'conversation.delete_by_caller': 'deleted all conversations of a caller',
  'conversation.delete_comment': 'deleted a comment on a conversation',
  'conversation.tag': 'changed the tags of a conversation',
  'deployment.approve': 'approved a version of {agent} for {where}',
  'deployment.cancel-waiting': 'took back a version of {agent} that waited for the gates of {where}',
  'deployment.override-gates': 'published {agent} to {where} although a gate was closed',
  'deployment.promotion': 'promoted {agent} to {where}',
  'deployment.publish': 'published {agent} to {where}',
  'deployment.rollback': 'rolled back {agent} in {where}',
  'deployment.wait': 'submitted a version of {agent} to the gates of {where}',
  'deployment.withdraw-approval': 'withdrew the approval of a version of {agent} for {where}',
  'invitation.create': 'invited {name}',
  'outbound-call.create': 'ordered a call by {agent}',
  'outbound-call.cancel': 'cancelled a call by {agent}',
  'outbound-rules.put': 'changed the rules for outbound calls of {agent}',
  'person.password': 'changed their password',
  'person.sign-in': 'signed in',
  'person.sign-in-link': 'made a sign-in link',
  'person.sign-out': 'signed out',
  'text-chat.begin': 'began a text conversation with {agent} in {where}',
  'trunk.trace': 'changed the tracing of a trunk',
};

const VERBS: Readonly<Record<string, string>> = {
  abort: 'stopped',
  advance: 'moved on',
  begin: 'began',
  create: 'created',
  change: 'changed',
  delete: 'deleted',
  disable: 'disabled',
  duplicate: 'duplicated',
  import: 'added',
  pause: 'paused',
  promote: 'promoted',
  publish: 'published',
  put: 'saved',
  reassign: 'moved',
  recover: 'recovered',
  redeliver: 'resent',
  remove: 'removed',
  rename: 'renamed',
  resume: 'resumed',
  revoke: 'revoked',
  'rotate-secret': 'rotated the secret of',
  'rotate-token': 'rotated the token of',
  save: 'saved',
  stop: 'stopped',
  suspend: 'suspended',
  test: 'tested',
  update: 'changed',
  withdraw: 'withdrew',
};

/** Things whose id is what people call them. */
const NAMED = new Set(['phone-number', 'provider', 'secret']);
/** Details that the sentence has. */
const SAID = new Set(['environment', 'target', 'name', 'email', 'agentId']);

/** "Published Bright Smile to live": one entry of the audit log, without who and when. */
export function auditSentence({ action, resourceId, details }: Entry, agentName?: string): string {
  const [thing, verb] = splitLast(action);
  const { environment, target, name, email } = detailsOf(details);
  const parts: Readonly<Record<string, unknown>> = {
    agent: agentName,
    name: name ?? email ?? (NAMED.has(thing) ? resourceId : undefined),
    where: environment ?? target,
  };
  const rule = `${VERBS[verb.replaceAll('_', '-')] ?? inWords(verb)} the ${inWords(thing)}`;
  const sentence =
    SENTENCES[action] ?? (thing === 'agent' ? `${rule} {agent}` : `${rule} {name} of {agent} in {where}`);
  return capitalised(
    sentence.replaceAll(PART, (part, _preposition: string, key: string) =>
      typeof parts[key] === 'string' ? part.replace(`{${key}}`, () => String(parts[key])) : '',
    ),
  );
}

const PART = / (of |by |with |to |in |for )?\{(\w+)\}/g;

/** What else is known, as words: "role: owner, before: editor". Empty without anything. */
export const auditDetails = ({ details }: Pick<Entry, 'details'>): string =>
  Object.entries(detailsOf(details))
    .filter(([key, value]) => !SAID.has(key) && wordsOf(key, value) !== '')
    .map(([key, value]) => `${spaced(key)}: ${wordsOf(key, value)}`)
    .join(', ');

function wordsOf(key: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => wordsOf(key, item)).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return key === 'version' ? shortVersion(value) : value;
  return value === null || value === undefined ? '' : auditDetails({ details: value });
}

const spaced = (key: string) => inWords(key.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase());

const detailsOf = (details: unknown): Readonly<Record<string, unknown>> =>
  typeof details === 'object' && details !== null ? { ...details } : {};

function splitLast(action: string): readonly [string, string] {
  const at = action.lastIndexOf('.');
  return [action.slice(0, at), action.slice(at + 1)];
}
