import { SileroDetector } from '../../src/engines/local/index.js';
import { defaultStarterDocument, StarterEngines } from '../../src/pipeline/starter/index.js';
import { STARTER_TURN_TAKING } from '../../src/pipeline/starter-conversation.js';
import type { VoiceActivityDetector } from '../../src/voice/caller/index.js';
import { turnTakingParameters, type TurnTakingParameters } from '../../src/voice/turns/index.js';
import { concat } from '../../test/support/audio.js';
import { durationMs, silence } from '../dialogues/sounds.js';
import { OfflineCascade, OfflineStarter, type CascadeDelays } from './offline-agents.js';
import { OfflineCall, type OfflineAgent } from './offline-call.js';
import { mixed, type Around } from './around.js';
import { wordsOf as writtenOf } from './corpus-ears.js';
import { OfflineWords, type WordsKnown } from './offline-words.js';
import type { DuplexEvent } from './corpus.js';
import type { Outcome } from './score.js';
import type { TurnOutcome } from './turn-call.js';
import type { SpokenTurn } from './turn-corpus.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import type { Transcript } from '../../src/pipeline/stages/index.js';

/** So that all detectors have come to rest, and know what is around the caller. */
export const BEFORE_MS = 5_000;
const AFTER_MS = 5_000;
const TURNS_A_CALL = 6;

/** What the bench's stand-ins take. */
const CASCADE: CascadeDelays = {
  anticipateAfterMs: 48,
  transcriptMs: 25,
  answerMs: 470,
};

export interface OfflineOutcomes {
  readonly outcomes: readonly TurnOutcome[];
  /** Answers, and transcriptions, that were asked for before turns had ended, a turn. */
  readonly begunATurn: number;
  readonly askedATurn: number;
}

export interface AskedTurn {
  readonly heard: Transcript;
  /** From the caller's last sample to the agent's first; negative where it began before. */
  readonly responseMs: number | undefined;
}

/** Turns of callers straight into voice detection, recognition and turn-taking, on a clock of their own. */
export class OfflineTurns {
  private constructor(private readonly engines: StarterEngines) {}

  static async create(): Promise<OfflineTurns> {
    const engines = await StarterEngines.create({
      workers: 1,
      maxQueuedJobsPerWorker: 500,
      jobTimeoutMs: 300_000,
      nowMs: () => performance.now(),
      onWorkerDied: () => undefined,
      onVoiceActivityFault: () => undefined,
    });
    await engines.speech.load();
    return new OfflineTurns(engines);
  }

  async starter(turns: readonly SpokenTurn[], around: (index: number) => Around): Promise<OfflineOutcomes> {
    const agent = new OfflineStarter(this.engines, defaultStarterDocument());
    const parameters = turnTakingParameters({}, STARTER_TURN_TAKING);
    const one = (turn: SpokenTurn, index: number) => {
      if (index % TURNS_A_CALL === 0) agent.hangUp();
      return this.take(turn, agent, parameters, around(index));
    };
    return await this.all(turns, one);
  }

  /** Voices over the starter agent's. */
  async overStarter(
    events: readonly DuplexEvent[],
    around: (index: number) => Around,
  ): Promise<readonly Outcome[]> {
    const agent = new OfflineStarter(this.engines, defaultStarterDocument());
    const parameters = turnTakingParameters({}, STARTER_TURN_TAKING);
    const outcomes: Outcome[] = [];
    for (const [index, event] of events.entries()) {
      agent.hangUp();
      outcomes.push(await over(this.engines.voiceActivity, agent, parameters, event, around(index)));
    }
    return outcomes;
  }

  /** A turn alone. @param overLine What arrives of it. */
  async ask(
    document: AgentDocument,
    samples: Int16Array,
    overLine: (audio: Int16Array) => Int16Array,
  ): Promise<AskedTurn> {
    const agent = new OfflineStarter(this.engines, document);
    const { speaksAtMs } = await OfflineCall.hold(
      this.engines.voiceActivity,
      agent,
      turnTakingParameters({}, STARTER_TURN_TAKING),
      overLine(concat([silence(BEFORE_MS), samples, silence(AFTER_MS)])),
      BEFORE_MS,
    );
    const responseMs = speaksAtMs === undefined ? undefined : speaksAtMs - BEFORE_MS - durationMs(samples);
    return { heard: agent.heard, responseMs };
  }

  async cascade(turns: readonly SpokenTurn[], around: (index: number) => Around): Promise<OfflineOutcomes> {
    let asked = 0;
    const one = async (turn: SpokenTurn, index: number) => {
      const said = turn.parts.map((_, at) => wordsOf(turn.parts.slice(0, at + 1)));
      const judged = said.map(async (text) => [text, await this.engines.speech.completeness(text)] as const);
      const agent = new OfflineCascade(turn, BEFORE_MS, CASCADE, new Map(await Promise.all(judged)));
      const taken = await this.take(turn, agent, turnTakingParameters({}), around(index));
      asked += agent.asked;
      return taken;
    };
    return { ...(await this.all(turns, one)), askedATurn: asked / turns.length };
  }

  close(): Promise<void> {
    return this.engines.close();
  }

  private async all(
    turns: readonly SpokenTurn[],
    one: (turn: SpokenTurn, index: number) => Promise<{ outcome: TurnOutcome; begun: number }>,
  ): Promise<OfflineOutcomes> {
    const outcomes: TurnOutcome[] = [];
    let begun = 0;
    for (const [index, turn] of turns.entries()) {
      const taken = await one(turn, index);
      outcomes.push(taken.outcome);
      begun += taken.begun;
    }
    return { outcomes, begunATurn: begun / turns.length, askedATurn: 0 };
  }

  private async take(
    turn: SpokenTurn,
    agent: OfflineAgent,
    parameters: TurnTakingParameters,
    around: Around,
  ) {
    const { samples, parts: _parts, ...event } = turn;
    const audio = mixed(concat([silence(BEFORE_MS), samples, silence(AFTER_MS)]), around);
    const { speaksAtMs = Infinity, begunEarly } = await OfflineCall.hold(
      this.engines.voiceActivity,
      agent,
      parameters,
      audio,
      BEFORE_MS,
    );
    const responseMs = speaksAtMs - BEFORE_MS - durationMs(samples);
    const spokeOver = responseMs < 0;
    const isAnswered = !spokeOver && responseMs < Infinity;
    const outcome: TurnOutcome = { event, spokeOver, responseMs: isAnswered ? responseMs : undefined };
    return { outcome, begun: begunEarly };
  }
}

/** Voices over an agent of which nothing is real but its turn-taking. */
export async function offlineWords(
  events: readonly DuplexEvent[],
  words: WordsKnown,
  around: (index: number) => Around,
): Promise<readonly Outcome[]> {
  const detector = await SileroDetector.create((error) => {
    throw error;
  });
  const outcomes: Outcome[] = [];
  for (const [index, event] of events.entries()) {
    const heard = around(index);
    const untilMs = BEFORE_MS + durationMs(event.samples);
    const said = { text: writtenOf(event), fromMs: BEFORE_MS, untilMs };
    const agent = new OfflineWords(said, words, heard.echo !== undefined);
    outcomes.push(await over(detector, agent, turnTakingParameters({}), event, heard));
  }
  await detector.close();
  return outcomes;
}

async function over(
  detector: VoiceActivityDetector,
  agent: OfflineAgent,
  parameters: TurnTakingParameters,
  event: DuplexEvent,
  around: Around,
): Promise<Outcome> {
  const audio = mixed(concat([silence(BEFORE_MS), event.samples, silence(AFTER_MS)]), around);
  const voice = around.echo?.agent;
  const silencedAtMs = await OfflineCall.over(detector, agent, parameters, audio, BEFORE_MS, voice);
  return { event, silentMs: silencedAtMs === undefined ? undefined : silencedAtMs - BEFORE_MS };
}

const wordsOf = (parts: SpokenTurn['parts']): string => parts.map(({ words }) => words).join(' ');
