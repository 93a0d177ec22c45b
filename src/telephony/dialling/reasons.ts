/** Why an outbound call failed or is deferred. Part of the public API. */
export const OUTBOUND_REASONS = {
  busy: 'The line is busy (486, 600).',
  no_answer: 'It rang, and nobody answered in time (408, 480, or the ringing time was over).',
  rejected: 'The callee refused (603, 607).',
  unknown_number: 'Nobody has the number (404, 410, 484, 604).',
  unreachable: 'No server of the trunk could be reached, or none got through (5xx).',
  trunk_refused: 'The trunk refused: its login, the number, our number, or the codecs.',
  not_allowed: 'No trunk may call the number any more.',
  agent_unavailable: 'Nothing is published in the environment, or the agent could not be reached.',
  limit: 'The limit of calls was reached until the order expired; or it waits for a call to end.',
  quiet_hours: 'It waits for the end of the quiet hours, or expired in them.',
  expired: 'It expired in the queue.',
  account_suspended: 'The operator had suspended the account: until it expired, or while it rang.',
  cancelled: 'It was cancelled.',
  interrupted: 'The instance that made the call stopped. It is not dialled again.',
  no_audio: 'It was answered without a common codec, and was hung up.',
  answering_machine: 'Voicemail or another recording answered, and was hung up.',
  fax: 'A fax machine or modem answered, and was hung up.',
  message_left: 'Voicemail answered, and the message was left after its beep. With the status SUCCESS.',
  failed: 'An internal error of this service.',
} as const;

export type OutboundReason = keyof typeof OUTBOUND_REASONS;

/** Final: another server would answer the same. */
const BY_STATUS: Readonly<Record<number, OutboundReason>> = {
  404: 'unknown_number',
  408: 'no_answer',
  410: 'unknown_number',
  480: 'no_answer',
  484: 'unknown_number',
  486: 'busy',
  487: 'no_answer',
  600: 'busy',
  603: 'rejected',
  604: 'unknown_number',
  607: 'rejected',
  608: 'rejected',
};

/** Maps the final response to our INVITE to a reason (RFC 3261, 21). */
export function reasonOfStatus(status: number, hasRung: boolean): OutboundReason {
  const known = BY_STATUS[status];
  if (known) return known;
  if (status >= 500 && status < 600) return 'unreachable';
  // Once the phone has rung, the callee refused, not the trunk.
  return hasRung ? 'rejected' : 'trunk_refused';
}

/** True if the trunk refused, not the callee. A waiting request then gets a 502. */
export const isTrunkRefusal = (reason: OutboundReason): boolean =>
  reason === 'trunk_refused' || reason === 'unreachable';
