import type { CallEnd, CallState } from '../../../client/src/index.js';

/** The agent's activity during a connected call, in words. */
const ACTIVITY: Readonly<Record<string, string>> = {
  listening: 'Connected. The agent is listening.',
  thinking: 'Connected. The agent is thinking…',
  speaking: 'Connected. The agent is speaking.',
};

/** Readable state of a call. */
export function describeState(state: CallState, activity: string): string {
  switch (state) {
    case 'idle':
      return 'Ready to call.';
    case 'starting':
      return 'Opening the microphone…';
    case 'connecting':
      return 'Connecting…';
    case 'connected':
      return ACTIVITY[activity] ?? 'Connected.';
    case 'reconnecting':
      return 'The connection was interrupted. Restoring it…';
    case 'ended':
      return 'The call has ended.';
  }
}

/** The server's reasons for ending a call that is not at fault. */
const SERVER_REASONS: Readonly<Record<string, string>> = {
  'agent-hang-up': 'The agent hung up.',
  'hung-up': 'Someone in your account ended the call.',
  'account-suspended': 'The operator of this service suspended your account.',
  transferred: 'The caller was transferred.',
  'max-duration': 'The call has reached the longest duration that is allowed.',
  shutdown: 'The server is being stopped and has ended the call.',
};

/** How a call ended, in words. */
export function describeEnd(end: CallEnd, serverReason: string): string {
  switch (end.reason) {
    case 'hang-up':
      return 'You hung up.';
    case 'error':
      return 'The call has ended because of an error.';
    case 'remote':
      return SERVER_REASONS[serverReason] ?? 'The other side ended the call.';
  }
}

/** Why the agent stopped or continued when both spoke. */
export const OVERLAPS: Readonly<Record<string, string>> = {
  interruption: 'You interrupted: the agent stopped',
  backchannel: 'You agreed: the agent continued',
  'not-directed': 'Not meant for the agent: it continued',
  echo: 'The agent heard itself: it continued',
  unclear: 'Unclear: the agent continued',
};

/** What decided the classification of an overlap. */
export const OVERLAP_REASONS: Readonly<Record<string, string>> = {
  sound: 'by how it sounded',
  words: 'by the words',
  length: 'by how long it lasted',
};

/** Result of the failover of a phone call. */
export const CARRY_ONS: Readonly<Record<string, string>> = {
  'gone-on': 'The call continued on another server',
  refused: 'The server of the call was lost, and the phone refused another one',
  silent: 'The server of the call was lost, and the phone did not answer another one',
  'hung-up': 'The call’s server was lost, and the caller hung up before another one answered',
  'with-person': 'The server of the call was lost while the caller had a person; both were hung up',
  'not-possible': 'The call’s server was lost, and no other one could continue the call',
};

/** Why the agent stopped or continued, in a recorded call. */
export const RECORDED_OVERLAPS: Readonly<Record<string, string>> = {
  interruption: 'The caller interrupted: the agent stopped',
  backchannel: 'The caller agreed: the agent continued',
  'not-directed': 'Not meant for the agent: it continued',
  echo: 'The agent heard itself: it continued',
  unclear: 'Unclear: the agent continued',
};
