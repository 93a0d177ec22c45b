import { Injectable } from '@nestjs/common';
import { AgentFault, type AgentMode, type CallKnowledge, type TextToolCall } from '../../voice/index.js';
import { AdapterRegistry } from '../../answering/index.js';
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
  readonly checks: readonly CheckResult[];
}

export interface RehearsalResult {
  readonly outcome: 'passed' | 'failed' | 'error';
  readonly turns: readonly TurnResult[];
  readonly errorCode?: string;
}

/** Runs one test case's conversation with an agent and checks each turn. */
@Injectable()
export class Rehearsal {
  constructor(
    private readonly adapters: AdapterRegistry,
    private readonly checker: ExpectationChecker,
  ) {}

  /** Throws only when the signal is aborted: an agent that can't be rehearsed is an outcome. */
  async run(agent: RehearsedAgent, script: TestScript, signal: AbortSignal): Promise<RehearsalResult> {
    const turns: TurnResult[] = [];
    try {
      const went = await this.hold(agent, script, signal, turns);
      if (went === 'ended-early') return { outcome: 'failed', turns, errorCode: 'CALL_ENDED_EARLY' };
    } catch (error) {
      signal.throwIfAborted();
      return {
        outcome: 'error',
        turns,
        errorCode: error instanceof AgentFault ? error.code : 'REHEARSAL_FAILED',
      };
    }
    const failed = turns.some(({ checks }) => checks.some(({ outcome }) => outcome === 'failed'));
    return { outcome: failed ? 'failed' : 'passed', turns };
  }

  private async hold(
    { accountId, document, mode, variantId, config = {}, knowledge }: RehearsedAgent,
    script: TestScript,
    signal: AbortSignal,
    turns: TurnResult[],
  ): Promise<'to-the-end' | 'ended-early'> {
    const chosen = resolveVariant(document, variantId);
    if (!chosen) throw new AgentFault('VARIANT_NOT_FOUND', 'The agent has no such variant.', false);
    const variant = attributesOf(document, variantId);
    const agent = fillDocument(chosen, { ...unknownCall(() => Date.now()), variant, config });
    const adapter = await this.adapters.findForText(accountId, mode, agent);
    if (!adapter) throw new AgentFault('TEXT_NOT_SUPPORTED', 'No provider can rehearse this agent.', false);
    const answers = new Map(Object.entries(script.toolAnswers ?? {}));
    const answer = ({ name }: TextToolCall) => answers.get(name) ?? DEFAULT_TOOL_ANSWER;
    const tools = { kind: 'rehearsed', accountId, answer } as const;
    const conversation = await adapter.openText({ agent, tools, ...(knowledge && { knowledge }), signal });
    const held: HeldTurn[] = [{ say: undefined, reply: conversation.opening }];
    try {
      for (const { say, expect } of script.turns) {
        if (say !== undefined) {
          if (held.at(-1)?.reply.ended) return 'ended-early';
          held.push({ say, reply: await conversation.say(say) });
        }
        const reply = held.at(-1)?.reply ?? conversation.opening;
        const checks: CheckResult[] = [];
        const turn = { say: say ?? null, ...pick(reply), checks };
        turns.push(turn);
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
