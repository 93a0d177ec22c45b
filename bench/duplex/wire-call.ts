import { AUDIBLE_DUCKED_RMS, DialogueCall } from '../dialogues/dialogue-call.js';
import { durationMs } from '../dialogues/sounds.js';
import type { DuplexEvent } from './corpus.js';
import { inLanes, type Measured } from './lanes.js';
import type { Outcome } from './score.js';
import type { Surroundings } from './surroundings.js';

/** The agent has stopped if it is not heard for so long: its voice pauses for up to 380 ms within a sentence. */
const SILENT_MS = 450;
/** How long the agent is observed after an event began: longer than any measure needs. */
const LISTENED_MS = 2_600;
/** From the end of an event to the next: turns have ended and were understood. */
const BETWEEN_MS = 1_500;
/** Agent speech before the first event. */
const BEFORE_MS = 1_500;
/** A call ends after this much agent speech, before the agent runs out of words. */
const LONGEST_SPEECH_MS = 45_000;

/** An agent that is repeatedly silent before an event begins was interrupted by background sound. */
const MOST_SILENT_BEGINNINGS = 3;
const MOST_ATTEMPTS = 10;
const AGAIN_MS = 1_000;

export interface WireTarget {
  readonly baseUrl: string;
  readonly token: string;
  readonly mode: string;
  /** Background sound of each caller. */
  readonly surroundings?: () => Surroundings;
}

/**
 * Plays all events over an agent that never stops by itself, in real WebRTC calls, several at a time.
 * @param calls Number of concurrent calls.
 */
export async function overTheWire(
  target: WireTarget,
  events: readonly DuplexEvent[],
  calls: number,
): Promise<Measured<Outcome>> {
  const waiting = [...events];
  const outcomes: Outcome[] = [];
  const silentBeginnings = new Map<DuplexEvent, number>();
  /** The event is retried later, a limited number of times. */
  const postpone = (event: DuplexEvent): boolean => {
    const beginnings = (silentBeginnings.get(event) ?? 0) + 1;
    silentBeginnings.set(event, beginnings);
    if (beginnings >= MOST_SILENT_BEGINNINGS) return false;
    waiting.push(event);
    return true;
  };
  const result = await inLanes(calls, waiting, (take) =>
    oneCall(target, take, postpone, (outcome) => outcomes.push(outcome)),
  );
  return { outcomes, ...result };
}

/** Plays events until the agent has stopped, or has spoken long enough. */
async function oneCall(
  target: WireTarget,
  take: () => DuplexEvent | undefined,
  postpone: (event: DuplexEvent) => boolean,
  tell: (outcome: Outcome) => void,
): Promise<void> {
  const call = await beginCall(target, AUDIBLE_DUCKED_RMS);
  try {
    const speaksSinceMs = await call.firstSoundAfter(call.beganMs);
    await call.reach(speaksSinceMs + BEFORE_MS);
    while (performance.now() - speaksSinceMs < LONGEST_SPEECH_MS) {
      const event = take();
      if (!event) break;
      const nowMs = performance.now();
      await call.reach(nowMs);
      const speaks = call.soundsBetween(nowMs - SILENT_MS).length > 0;
      if (!speaks && postpone(event)) break;
      const { beginMs } = call.say(event.samples);
      await call.reach(beginMs + Math.max(LISTENED_MS, durationMs(event.samples) + BETWEEN_MS));
      const silentMs = silenceAfter(call, beginMs);
      tell({ event, silentMs });
      if (silentMs !== undefined) break;
    }
  } finally {
    call.hangUp();
  }
}

/** A temporary refusal of the service is retried. */
export async function beginCall(
  { baseUrl, token, mode, surroundings }: WireTarget,
  audibleRms?: number,
): Promise<DialogueCall> {
  const around = surroundings ? { addSurroundings: surroundings() } : {};
  for (let attempt = 1; ; attempt++) {
    try {
      return await DialogueCall.begin(baseUrl, token, mode, around, audibleRms);
    } catch (error) {
      if (attempt === MOST_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

/** When the agent was last heard before it stopped, after the event began; undefined if it went on. */
function silenceAfter(call: DialogueCall, beginMs: number): number | undefined {
  const untilMs = beginMs + LISTENED_MS;
  let lastMs = beginMs;
  for (const atMs of [...call.soundsBetween(beginMs, untilMs), untilMs]) {
    if (atMs - lastMs >= SILENT_MS) return lastMs - beginMs;
    lastMs = atMs;
  }
  return undefined;
}
