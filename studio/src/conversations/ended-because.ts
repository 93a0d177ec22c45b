import { inWords } from '../ui/words.js';

const REASONS: Readonly<Record<string, string>> = {
  'client-close': 'the caller hung up',
  'agent-hang-up': 'the agent hung up',
  'hung-up': 'someone in your account ended it',
  'account-suspended': 'the account was suspended',
  transferred: 'the caller was put through',
  'agent-failed': 'the agent failed',
  'media-failed': 'no sound came through',
  'connection-lost': 'the connection was lost',
  'max-duration': 'it was as long as calls may be',
  shutdown: 'the server was stopped',
};

/** Readable end reason of a conversation. */
export const endedBecause = (reason: string): string => REASONS[reason] ?? inWords(reason);
