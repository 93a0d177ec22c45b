import type { CallEnd, CallState } from '../../client/src/index.js';

/** What the agent does while the call is connected, in words. */
const ACTIVITY: Readonly<Record<string, string>> = {
  listening: 'Connected. The agent is listening.',
  thinking: 'Connected. The agent is thinking…',
  speaking: 'Connected. The agent is speaking.',
};

/** The state of a call in words. */
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

/** Minutes and seconds, `3:07`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const AGES = [
  [86_400_000, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;

/** How long ago a moment was, in the largest unit that fits. */
export function formatAge(isoTime: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(isoTime);
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
  for (const [unitMs, unit] of AGES)
    if (ageMs >= unitMs) return words.format(-Math.floor(ageMs / unitMs), unit);
  return 'just now';
}

/** The start of a version hash, enough for a person to tell two apart. */
export const shortVersion = (version: string): string => version.slice(0, 8);
