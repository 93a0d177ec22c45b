import { Inject, Injectable } from '@nestjs/common';
import { AgentFault, type AgentMode, type CallKnowledge, type TextToolCall } from '../../voice/index.js';
import {
  type AgentDocument,
  attributesOf,
  fillDocument,
  resolveVariant,
  unknownCall,
  type VariableValues,
} from '../../agent-document/index.js';
import { type CheckResult, ExpectationChecker, type HeldTurn } from '../checks/expectation-checker.js';
import type { TestScript } from '../script/test-script.js';
import type { SpokenFacts } from '../spoken/spoken-facts.js';
import { personaOf } from '../simulated/personas.js';
import type { SimulatedCaller } from '../simulated/simulated-script.js';
import { Simulation } from '../simulated/simulation.js';
import { SimulationFault } from '../simulated/simulation-fault.js';
import type { SimulationResult } from '../simulated/sum-up.js';
import { isDone, type RehearsalLine, RehearsalLines } from './rehearsal-lines.js';

/** The result of a tool that the case does not mock. */
const DEFAULT_TOOL_ANSWER = '{"ok":true}';

export interface RehearsedAgent {
  readonly accountId: string;
  readonly document: AgentDocument;
  readonly mode: AgentMode;
  readonly variantId: string | undefined;
  /** Real-time config of what is tested. */
  readonly config?: VariableValues;
  readonly knowledge?: CallKnowledge;
}

export interface TurnResult {
  readonly say: string | null;
  readonly replies: readonly string[];
  readonly toolCalls: readonly TextToolCall[];
  readonly ended: boolean;
  /** What was noticed, of a case that is held as a call. */
  readonly spoken?: SpokenFacts;
  readonly checks: readonly CheckResult[];
}

export interface RehearsalResult {
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly turns: readonly TurnResult[];
  /** Of a case with a simulated caller, which has no turns of its own. */
  readonly simulation?: SimulationResult;
  readonly errorCode?: string;
}

/** Runs one test case's conversation with an agent and checks each turn. */
@Injectable()
export class Rehearsal {
  constructor(
    private readonly lines: RehearsalLines,
    private readonly checker: ExpectationChecker,
    @Inject(Simulation) private readonly simulation: Pick<Simulation, 'run'>,
  ) {}

  /** Throws only when the signal is aborted: an agent that can't be rehearsed is an outcome. */
  async run(agent: RehearsedAgent, script: TestScript, signal: AbortSignal): Promise<RehearsalResult> {
    const turns: TurnResult[] = [];
    try {
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
    const open = () => this.open(agent, script, signal);
    const { passed, simulation } = await this.simulation.run(agent.accountId, simulated, open, signal);
    return { outcome: passed ? 'passed' : 'failed', turns: [], simulation };
  }

  private open(
    { accountId, document, mode, variantId, config = {}, knowledge }: RehearsedAgent,
    script: TestScript,
    signal: AbortSignal,
  ): Promise<RehearsalLine> {
    const chosen = resolveVariant(document, variantId);
    if (!chosen) throw new AgentFault('VARIANT_NOT_FOUND', 'The agent has no such variant.', false);
    const variant = attributesOf(document, variantId);
    const agent = fillDocument(chosen, { ...unknownCall(() => Date.now()), variant, config });
    const answers = new Map(Object.entries(script.toolAnswers ?? {}));
    const answer = ({ name }: TextToolCall) => answers.get(name) ?? DEFAULT_TOOL_ANSWER;
    const rehearsed = { accountId, mode, agent, answer, signal, ...(knowledge && { knowledge }) };
    if (!script.spoken) return this.lines.openText(rehearsed);
    const voice = { ...(script.simulated && personaOf(script.simulated.persona).voice), ...script.spoken };
    return this.lines.openSpoken(rehearsed, voice, script.turns);
  }

  private async hold(
    agent: RehearsedAgent,
    script: TestScript,
    signal: AbortSignal,
    turns: TurnResult[],
  ): Promise<'to-the-end' | 'ended-early'> {
    const { accountId } = agent;
    const conversation = await this.open(agent, script, signal);
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

const pick = ({ replies, toolCalls, ended }: HeldTurn['reply']) => ({ replies, toolCalls, ended });
