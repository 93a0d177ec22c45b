import { Inject, Injectable } from '@nestjs/common';
import { AgentFault, type TextToolCall } from '../../voice/index.js';
import type { CallRecording } from '../../conversations/index.js';
import { attributesOf, fillDocument, resolveVariant, unknownCall } from '../../agent-document/index.js';
import { type CheckResult, ExpectationChecker, type HeldTurn } from '../checks/expectation-checker.js';
import type { SpokenTurn, TestScript } from '../script/test-script.js';
import type { SpokenFacts } from '../spoken/spoken-facts.js';
import { personaOf } from '../script/personas.js';
import type { SimulatedCaller } from '../script/simulated-script.js';
import { Simulation } from '../simulated/simulation.js';
import { SimulationFault } from '../simulated/caller-model.js';
import type { SimulationResult } from '../simulated/sum-up.js';
import { type OpenLane, Replay, type ReplayResult } from '../replay/replay.js';
import type { ReplayedConversation } from '../script/replay-script.js';
import {
  isDone,
  type RehearsalRequest,
  type RehearsalLine,
  RehearsalLines,
} from '../tested-agents/rehearsal-lines.js';
import type { RehearsedAgent } from '../tested-agents/rehearsed-agent.js';

/** The result of a tool that the case does not mock. */
const DEFAULT_TOOL_ANSWER = '{"ok":true}';

export interface TurnResult {
  readonly say: string | null;
  readonly replies: readonly string[];
  readonly toolCalls: readonly TextToolCall[];
  readonly ended: boolean;
  /** Observations of a case held as a call. */
  readonly spoken?: SpokenFacts;
  readonly checks: readonly CheckResult[];
}

export interface RehearsalResult {
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly turns: readonly TurnResult[];
  /** Set for a case with a simulated caller, which has no turns of its own. */
  readonly simulation?: SimulationResult;
  /** Set for a case that replays a real call. */
  readonly replay?: ReplayResult;
  readonly errorCode?: string;
}

/** Runs one test case's conversation with an agent and checks each turn. */
@Injectable()
export class Rehearsal {
  constructor(
    private readonly lines: RehearsalLines,
    private readonly checker: ExpectationChecker,
    @Inject(Replay) private readonly replay: Pick<Replay, 'run'>,
    @Inject(Simulation) private readonly simulation: Pick<Simulation, 'run'>,
  ) {}

  /** Throws only when the signal is aborted: an agent that can't be reached is an outcome. */
  async run(agent: RehearsedAgent, script: TestScript, signal: AbortSignal): Promise<RehearsalResult> {
    const turns: TurnResult[] = [];
    try {
      if (script.replay) return await this.replayed(agent, script, script.replay, signal);
      if (script.simulated) return await this.simulate(agent, script, script.simulated, signal);
      const went = await this.hold(agent, script, signal, turns);
      if (went === 'ended-early') return { outcome: 'failed', turns, errorCode: 'CALL_ENDED_EARLY' };
    } catch (error) {
      signal.throwIfAborted();
      return {
        outcome: 'error',
        turns,
        errorCode:
          error instanceof AgentFault || error instanceof SimulationFault ? error.code : 'REHEARSAL_FAILED',
      };
    }
    const failed = turns.some(({ checks }) => checks.some(({ outcome }) => outcome === 'failed'));
    return { outcome: failed ? 'failed' : 'passed', turns };
  }

  private async simulate(
    agent: RehearsedAgent,
    script: TestScript,
    simulated: SimulatedCaller,
    signal: AbortSignal,
  ): Promise<RehearsalResult> {
    const open = () => this.open(agent, script, answerOf(script), signal);
    const { passed, simulation } = await this.simulation.run(agent.accountId, simulated, open, signal);
    return { outcome: passed ? 'passed' : 'failed', turns: [], simulation };
  }

  private async replayed(
    agent: RehearsedAgent,
    { spoken }: TestScript,
    replayed: ReplayedConversation,
    signal: AbortSignal,
  ): Promise<RehearsalResult> {
    const open: OpenLane = (version, answer, turns, recording) =>
      this.open(version, { ...(turns && { spoken }), turns: turns ?? [] }, answer, signal, recording);
    const outcome = await this.replay.run(agent, replayed, { open, isHeard: spoken !== undefined }, signal);
    if (outcome.kind === 'not-replayable')
      return { outcome: 'error', turns: [], errorCode: `SKIPPED_${outcome.code}` };
    const { replay } = outcome;
    return { outcome: replay.verdict === 'worse' ? 'failed' : 'passed', turns: [], replay };
  }

  private open(
    { accountId, document, mode, variantId, config = {}, knowledge, providers }: RehearsedAgent,
    script: Pick<TestScript, 'spoken' | 'simulated'> & { readonly turns: readonly SpokenTurn[] },
    answer: RehearsalRequest['answer'],
    signal: AbortSignal,
    recording?: CallRecording,
  ): Promise<RehearsalLine> {
    const chosen = resolveVariant(document, variantId);
    if (!chosen) throw new AgentFault('VARIANT_NOT_FOUND', 'The agent has no such variant.', false);
    const variant = attributesOf(document, variantId);
    const agent = fillDocument(chosen, { ...unknownCall(() => Date.now()), variant, config });
    const rehearsed = { accountId, mode, agent, providers, answer, signal, ...(knowledge && { knowledge }) };
    if (!script.spoken) return this.lines.openText(rehearsed);
    const voice = { ...(script.simulated && personaOf(script.simulated.persona).voice), ...script.spoken };
    return this.lines.openSpoken({ ...rehearsed, ...(recording && { recording }) }, voice, script.turns);
  }

  private async hold(
    agent: RehearsedAgent,
    script: TestScript,
    signal: AbortSignal,
    turns: TurnResult[],
  ): Promise<'to-the-end' | 'ended-early'> {
    const { accountId } = agent;
    const conversation = await this.open(agent, script, answerOf(script), signal);
    const held: HeldTurn[] = [{ say: undefined, ...conversation.opening }];
    try {
      for (const [index, { expect, ...turn }] of script.turns.entries()) {
        if (isDone(turn)) {
          if (held.at(-1)?.reply.ended) return 'ended-early';
          held.push({ say: turn.say, ...(await conversation.take(turn, script.turns[index + 1])) });
        }
        const { reply, spoken } = held.at(-1) ?? conversation.opening;
        const checks: CheckResult[] = [];
        turns.push({ say: turn.say ?? null, ...pick(reply), ...(spoken && { spoken }), checks });
        for (const expectation of expect) {
          checks.push(await this.checker.check(expectation, held, accountId, signal));
        }
      }
      return 'to-the-end';
    } finally {
      await conversation.close();
    }
  }
}

function answerOf({ toolAnswers = {} }: TestScript): RehearsalRequest['answer'] {
  const answers = new Map(Object.entries(toolAnswers));
  return ({ name }) => answers.get(name) ?? DEFAULT_TOOL_ANSWER;
}

const pick = ({ replies, toolCalls, ended }: HeldTurn['reply']) => ({ replies, toolCalls, ended });
