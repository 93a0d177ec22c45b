import type { CallError, CallErrorCode } from '../src/index.js';
import type { Words } from './words.js';

const WORDS: Readonly<Partial<Record<CallErrorCode, keyof Words>>> = {
  MICROPHONE_DENIED: 'microphoneDenied',
  INSECURE_ORIGIN: 'microphoneDenied',
  MICROPHONE_NOT_FOUND: 'microphoneNotFound',
  MICROPHONE_FAILED: 'microphoneNotFound',
  MICROPHONE_LOST: 'microphoneLost',
  SIGNALING_UNREACHABLE: 'unreachable',
  SESSION_LOST: 'lost',
  CONNECTION_LOST: 'lost',
  MEDIA_TIMEOUT: 'unreachable',
  TOO_MANY_CALLS: 'busy',
};

/** The message for a call error. */
export function problemOf({ code, message }: CallError): keyof Words {
  // Limits of concurrent calls have no error code of their own.
  const isFull = code === 'MEDIA_BRIDGE_FAILURE' && message.includes('which is the limit');
  return isFull ? 'busy' : (WORDS[code] ?? 'failed');
}
