import { startStandInAgents } from '../dialogues/stand-in-agents.js';
import { publishDemoAgent } from '../support/publish-demo-agent.js';
import { startService } from '../support/service.js';
import { briefAgent, talkingAgent } from './agent-documents.js';
import { seededRandom } from './alterations.js';
import type { DuplexEvent } from './corpus.js';
import { Ears } from './ears.js';
import { concat } from '../../test/support/audio.js';
import type { Around } from './around.js';
import { BEFORE_MS } from './offline-turns.js';
import { silence } from '../dialogues/sounds.js';
import type { Measured } from './lanes.js';
import { NOISES, type NoiseName } from './noises.js';
import type { Outcome } from './score.js';
import { overTelephone } from '../recognition/lines.js';
import { loudspeakerEcho, noiseAround, type Surroundings } from './surroundings.js';
import { turnsOverTheWire, type TurnOutcome } from './turn-call.js';
import type { SpokenPart, SpokenTurn } from './turn-corpus.js';
import { overTheWire, type WireTarget } from './wire-call.js';

export const AGENTS = ['starter', 'cascade', 'realtime-own-turns'] as const;
export type AgentName = (typeof AGENTS)[number];

/** Around the callers: nothing, the agent's own voice from their loudspeaker, a noise; or they are on the telephone. */
export const CONDITIONS = ['quiet', 'echo', ...NOISES, 'telephone'] as const;
export type Condition = (typeof CONDITIONS)[number];

/** What a provider takes to its first token and to its first audio in the rows of the cascade. */
const FIRST_TOKEN_MS = 300;
const FIRST_AUDIO_MS = 150;

const ECHO_GAIN = 10 ** (-20 / 20);
const ECHO_FROM_MS = 80;
const ECHO_TO_MS = 300;
/** Offline, the agent has spoken for at least so long when an event begins: what calls have before their first one. */
const SPOKEN_FROM_MS = 1_200;

export interface Plan {
  readonly overlaps: Readonly<Record<Condition, readonly DuplexEvent[]>>;
  readonly turns: readonly SpokenTurn[];
  readonly noises: Readonly<Record<NoiseName, Int16Array>>;
  /** What an agent says that isn't real, for the offline rows. */
  readonly agentVoice: Int16Array;
  /** How many calls at once. */
  readonly calls: number;
  /** Whether the recognizer of the cascade streams. */
  readonly streams: boolean;
}

export interface Report {
  overlaps(condition: Condition, measured: Measured<Outcome>): void;
  turns(condition: Condition, measured: Measured<TurnOutcome>): void;
}

/** Holds the calls of the plan with one kind of agent, and reports each condition as soon as it is known. */
export async function measureAgent(
  agent: AgentName,
  conditions: readonly Condition[],
  plan: Plan,
  report: Report,
): Promise<void> {
  const delays = { firstTokenMs: FIRST_TOKEN_MS, firstAudioMs: FIRST_AUDIO_MS };
  let ears = new Ears({ kind: 'events', known: plan.overlaps.quiet });
  // Over the agent it makes up no words of noise. It hears as any recognizer would what comes back of the agent's own,
  // and questions in noise that it doesn't find.
  let isNoisy = false;
  const knownWords = async (samples: Int16Array, rateHz: number) =>
    (await ears.wordsIn(samples, rateHz)) ?? (isNoisy ? '' : undefined);
  const standIns =
    agent === 'starter'
      ? undefined
      : await startStandInAgents({
          ...(agent === 'cascade' && delays),
          knownWords,
          streams: plan.streams,
          document: briefAgent(),
        });
  const service = await startService({ ...standIns?.env });
  const { baseUrl, connectorToken: token } = service.access;
  const mode = agent === 'cascade' ? 'traditional' : 'end-to-end';
  const targetIn = (condition: Condition): WireTarget => ({
    baseUrl,
    token,
    mode,
    surroundings: surroundingsOf(condition, plan),
  });
  try {
    await publishDemoAgent(service.access, talkingAgent());
    for (const condition of conditions) {
      isNoisy = condition in plan.noises;
      report.overlaps(
        condition,
        await overTheWire(targetIn(condition), plan.overlaps[condition], plan.calls),
      );
    }
    if (plan.turns.length === 0) return;
    await ears.close();
    ears = new Ears({ kind: 'parts', known: differentParts(plan.turns) });
    const { greeting, intents, fallbackReply, turnTaking } = briefAgent();
    await publishDemoAgent(service.access, { greeting, intents, fallbackReply, turnTaking });
    isNoisy = false;
    for (const condition of conditions.filter((one) => one !== 'echo')) {
      report.turns(
        condition,
        await turnsOverTheWire(targetIn(condition), heardIn(condition, plan.turns), plan.calls),
      );
    }
  } finally {
    await service.stop();
    await Promise.all([standIns?.close(), ears.close()]);
  }
}

/** What is said, as it arrives. */
export function heardIn<T extends { readonly samples: Int16Array }>(
  condition: Condition,
  said: readonly T[],
): readonly T[] {
  if (condition !== 'telephone') return said;
  return said.map((one, at) => ({ ...one, samples: overTelephone(one.samples, at + 1) }));
}

/** Each part in each voice once. */
function differentParts(turns: readonly SpokenTurn[]): SpokenPart[] {
  const parts = turns.flatMap(({ voice, parts }) =>
    parts.map((part) => [`${part.words}, ${voice}`, part] as const),
  );
  return [...new Map(parts).values()];
}

/**
 * The same conditions for audio that goes through no call.
 * @param index Of the event.
 */
export function aroundOffline(condition: Condition, { noises, agentVoice }: Plan, index: number): Around {
  if (condition === 'quiet' || condition === 'telephone') return {};
  const share = seededRandom(index + 1)();
  if (condition === 'echo') {
    const delayMs = Math.round(ECHO_FROM_MS + (ECHO_TO_MS - ECHO_FROM_MS) * share);
    const agent = begunBefore(agentVoice, seededRandom(index + 101));
    return { echo: { agent, delayMs, gain: ECHO_GAIN } };
  }
  const noise = noises[condition];
  const from = Math.floor(noise.length * share);
  return { noise: concat([noise.subarray(from), noise.subarray(0, from)]) };
}

/** The agent begins to speak between 1.2 s before the event and the first moment, anywhere in what it says. */
function begunBefore(voice: Int16Array, random: () => number): Int16Array {
  const from = Math.floor(random() * 0.6 * voice.length);
  return concat([silence((BEFORE_MS - SPOKEN_FROM_MS) * random()), voice.subarray(from)]);
}

/** The calls of a condition differ in where their noise begins and how late their echo is, the same in each run. */
function surroundingsOf(condition: Condition, { noises }: Plan): () => Surroundings {
  const random = seededRandom(5);
  if (condition === 'quiet' || condition === 'telephone') return () => () => undefined;
  if (condition === 'echo') {
    return () => loudspeakerEcho(ECHO_FROM_MS + (ECHO_TO_MS - ECHO_FROM_MS) * random(), ECHO_GAIN);
  }
  return () => noiseAround(noises[condition], random());
}
