import type { CallView } from '../try/studio-call.js';

/** What the orb shows. */
export type Mood = 'idle' | 'listening' | 'thinking' | 'speaking' | 'off';

const MOODS: Readonly<Record<string, Mood>> = {
  listening: 'listening',
  thinking: 'thinking',
  speaking: 'speaking',
};

export const isInCall = ({ state }: CallView): boolean => state !== 'idle' && state !== 'ended';

export function moodOf(view: CallView): Mood {
  if (view.state === 'connected') return MOODS[view.activity] ?? 'idle';
  return isInCall(view) ? 'thinking' : 'idle';
}
