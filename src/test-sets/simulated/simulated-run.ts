import type { HeldTurn } from '../checks/expectation-checker.js';
import type { RehearsalLine } from '../tested-agents/rehearsal-lines.js';
import type { CallerModel } from './caller-model.js';
import type { SimulatedCaller } from '../script/simulated-script.js';
import { linesOf } from './conversation-lines.js';

const DEFAULT_MAX_TURNS = 12;
export const DEFAULT_MAX_SECONDS = 300;
const DEFAULT_MAX_TOKENS = 50_000;

type SimulatedEnd =
  'has-it' | 'gave-up' | 'agent-hung-up' | 'no-turns-left' | 'no-time-left' | 'no-tokens-left';

export interface HeldRun {
  readonly end: SimulatedEnd;
  readonly turns: readonly HeldTurn[];
  readonly durationMs: number;
}

/**
 * Holds one conversation until either side hangs up or the budget is used up.
 * @throws AgentFault, SimulationFault
 */
export async function holdRun(
  line: RehearsalLine,
  caller: Pick<CallerModel, 'next' | 'tokens'>,
  script: SimulatedCaller,
  { nowMs, signal }: { readonly nowMs: () => number; readonly signal: AbortSignal },
): Promise<HeldRun> {
  const { maxTurns = DEFAULT_MAX_TURNS, maxSeconds = DEFAULT_MAX_SECONDS } = script;
  const { maxTokens = DEFAULT_MAX_TOKENS } = script;
  const beganMs = nowMs();
  const turns: HeldTurn[] = [{ say: undefined, ...line.opening }];
  const ended = (end: SimulatedEnd): HeldRun => ({ end, turns, durationMs: Math.round(nowMs() - beganMs) });
  for (let taken = 0; taken < maxTurns; taken++) {
    if (turns.at(-1)?.reply.ended) return ended('agent-hung-up');
    if (nowMs() - beganMs >= maxSeconds * 1_000) return ended('no-time-left');
    if (caller.tokens >= maxTokens) return ended('no-tokens-left');
    const { say, then } = await caller.next(linesOf(turns), signal);
    if (say.trim() !== '') turns.push({ say, ...(await line.take({ say }, undefined)) });
    if (then !== 'go-on') return ended(then === 'has-it' ? 'has-it' : 'gave-up');
  }
  return ended(turns.at(-1)?.reply.ended ? 'agent-hung-up' : 'no-turns-left');
}
