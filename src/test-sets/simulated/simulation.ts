import { Inject, Injectable } from '@nestjs/common';
import { AccountAnswerers } from '../../answering/index.js';
import { Clock } from '../../common/clock/index.js';
import type { LanguageModelEntry } from '../../providers/index.js';
import { ModelAsker } from '../judge/model-asker.js';
import type { RehearsalLine } from '../tested-agents/rehearsal-lines.js';
import { callerInstructions, CallerModel, SimulationFault } from './caller-model.js';
import { DEFAULT_MAX_SECONDS, holdRun } from './simulated-run.js';
import type { SimulatedCaller } from '../script/simulated-script.js';
import { MAX_RESULT_CHARACTERS } from '../script/test-script.js';
import { JUDGE_INSTRUCTIONS, judgeConversation } from './simulation-judge.js';
import { criteriaOf, judgedRun, type SimulatedRun, type SimulationResult, sumUp } from './sum-up.js';
import { linesOf } from './conversation-lines.js';

const DEFAULT_RUNS = 3;
const TOO_LARGE = `The runs have more than ${MAX_RESULT_CHARACTERS} characters: ask for fewer runs or turns.`;

/** Time limit of all runs of a case, without the judge. */
export const longestMsOf = ({
  runs = DEFAULT_RUNS,
  maxSeconds = DEFAULT_MAX_SECONDS,
}: SimulatedCaller): number => runs * maxSeconds * 1_000;

/** Cases with a simulated caller: holds their conversations one after the other, has them judged, and summarizes. */
@Injectable()
export class Simulation {
  constructor(
    private readonly asker: ModelAsker,
    @Inject(AccountAnswerers) private readonly models: Pick<AccountAnswerers, 'namedLanguageModel'>,
    private readonly clock: Clock,
  ) {}

  /**
   * @param open Opens another conversation with the agent.
   * @throws AgentFault when the agent or a model can't be reached, SimulationFault without a model or when its answer
   * can't be parsed.
   */
  async run(
    accountId: string,
    script: SimulatedCaller,
    open: () => Promise<RehearsalLine>,
    signal: AbortSignal,
  ): Promise<{ readonly passed: boolean; readonly simulation: SimulationResult }> {
    const caller = await this.model(accountId, script.caller?.provider, 'plays the caller');
    const judge = await this.model(accountId, script.judge?.provider, 'judges');
    const runs: SimulatedRun[] = [];
    let characters = 0;
    while (runs.length < (script.runs ?? DEFAULT_RUNS)) {
      signal.throwIfAborted();
      const run = await this.one(script, { caller, judge }, open, signal);
      characters += JSON.stringify(run).length;
      if (characters > MAX_RESULT_CHARACTERS) throw new SimulationFault('RESULT_TOO_LARGE', TOO_LARGE);
      runs.push(run);
    }
    return sumUp(script, runs, { caller: callerInstructions(script), judge: JUDGE_INSTRUCTIONS });
  }

  private async one(
    script: SimulatedCaller,
    models: { readonly caller: LanguageModelEntry; readonly judge: LanguageModelEntry },
    open: () => Promise<RehearsalLine>,
    signal: AbortSignal,
  ): Promise<SimulatedRun> {
    const caller = new CallerModel(this.asker, models.caller, script);
    const line = await open();
    const nowMs = () => this.clock.monotonicMs();
    const held = await holdRun(line, caller, script, { nowMs, signal }).finally(() => line.close());
    const asked = { criteria: criteriaOf(script), lines: linesOf(held.turns), judge: script.judge };
    const { findings, tokens } = await judgeConversation(this.asker, models.judge, asked, signal);
    return judgedRun(held, script, findings, { caller: caller.tokens, judge: tokens });
  }

  private async model(
    accountId: string,
    provider: string | undefined,
    does: string,
  ): Promise<LanguageModelEntry> {
    const found = await this.models.namedLanguageModel(accountId, provider);
    if (found) return found.entry;
    const which = provider === undefined ? 'No language model' : `No language model named ${provider}`;
    throw new SimulationFault('SKIPPED_NO_LANGUAGE_MODEL', `${which} is configured, which ${does}.`);
  }
}
