import { setTimeout as delay } from 'node:timers/promises';
import { DialogueCall, type Span } from '../dialogues/dialogue-call.js';
import { inLanes, type Measured } from './lanes.js';
import { beginCall, type WireTarget } from './wire-call.js';
import type { SpokenTurn } from './turn-corpus.js';

/** The result of a turn. */
export interface TurnOutcome {
  readonly event: Omit<SpokenTurn, 'samples' | 'parts'>;
  /** The agent began before the caller had finished. */
  readonly spokeOver: boolean;
  /** From the caller's last sample to the agent's first sound; undefined if none came within some seconds. */
  readonly responseMs: number | undefined;
}

/** A call ends after this many turns, since agents remember the conversation. */
const TURNS_A_CALL = 6;
const ANSWER_WITHIN_MS = 6_000;
/** How long agent audio from before the first turn may still be in flight. */
const SETTLED_MS = 400;
/** Time limit for answering the rest of a sentence that the agent interrupted. */
const REST_ANSWERED_MS = 2_000;
/** Agent sound this soon after the caller began belongs to its earlier speech. */
const OLD_SOUND_MS = 150;

/** Plays all turns to a silent agent, several calls at a time. */
export async function turnsOverTheWire(
  target: WireTarget,
  turns: readonly SpokenTurn[],
  calls: number,
): Promise<Measured<TurnOutcome>> {
  const outcomes: TurnOutcome[] = [];
  const result = await inLanes(calls, [...turns], (take) =>
    oneCall(target, take, (outcome) => outcomes.push(outcome)),
  );
  return { outcomes, ...result };
}

async function oneCall(
  target: WireTarget,
  take: () => SpokenTurn | undefined,
  tell: (outcome: TurnOutcome) => void,
): Promise<void> {
  const call = await beginCall(target);
  try {
    await call.finishedAfter(call.beganMs);
    for (let count = 0; count < TURNS_A_CALL; count++) {
      const turn = take();
      if (!turn) break;
      await settled(call);
      const { samples, ...event } = turn;
      const said = call.say(samples);
      await call.reach(said.endMs);
      tell({ event, ...(await answerTo(call, said)) });
    }
  } finally {
    call.hangUp();
  }
}

/** Waits for answers to an earlier turn, such as to the rest of one that the agent interrupted. */
async function settled(call: DialogueCall): Promise<void> {
  await delay(SETTLED_MS);
  while (call.soundsBetween(performance.now() - SETTLED_MS).length > 0) await delay(20);
}

async function answerTo(call: DialogueCall, { beginMs, endMs }: Span) {
  const spokeOver = call.soundsBetween(beginMs + OLD_SOUND_MS, endMs).length > 0;
  const deadlineMs = endMs + ANSWER_WITHIN_MS;
  let firstMs: number | undefined;
  while (firstMs === undefined && performance.now() < deadlineMs) {
    await delay(20);
    firstMs = call.soundsBetween(spokeOver ? beginMs : endMs)[0];
  }
  if (spokeOver) await call.reach(endMs + REST_ANSWERED_MS);
  if (firstMs !== undefined) await call.finishedAfter(firstMs);
  return { spokeOver, responseMs: spokeOver || firstMs === undefined ? undefined : firstMs - endMs };
}
