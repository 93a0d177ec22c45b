import { setTimeout as delay } from 'node:timers/promises';
import { DialogueCall, type Span } from '../dialogues/dialogue-call.js';
import { inLanes, type Measured } from './lanes.js';
import { beginCall, type WireTarget } from './wire-call.js';
import type { SpokenTurn } from './turn-corpus.js';

/** What a turn led to. */
export interface TurnOutcome {
  readonly event: Omit<SpokenTurn, 'samples' | 'parts'>;
  /** The agent began before the caller had finished. */
  readonly spokeOver: boolean;
  /** From the caller's last sample to the agent's first sound; undefined where none came within some seconds. */
  readonly responseMs: number | undefined;
}

/** A call is ended after so many turns, since agents remember what was said. */
const TURNS_A_CALL = 6;
const ANSWER_WITHIN_MS = 6_000;
/** The agent's words before the first turn may still be underway for so long. */
const SETTLED_MS = 400;
/** The rest of a sentence that the agent spoke over is answered within this. */
const REST_ANSWERED_MS = 2_000;
/** Sound of the agent so soon after the caller began is what it said before. */
const OLD_SOUND_MS = 150;

/** Has callers say all turns to an agent that is silent, several at a time. */
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

/** What the agent still says to an earlier turn, such as to the rest of one that it spoke over, is none of the next. */
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
