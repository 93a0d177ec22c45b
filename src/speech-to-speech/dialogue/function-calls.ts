import { HANDED_OVER } from '../../voice/agent-adapter.js';
import type { CallTools } from '../../tools/index.js';
import type { ReplayedItem } from '../connection/index.js';

/** Rounds of function calls without a word of the caller; beyond it the model is taken to go in circles. */
const MAX_ROUNDS = 10;

/** Calls that are known by their ids. */
const MAX_KNOWN = 50;

export interface FunctionCall {
  readonly responseId: string;
  readonly callId: string;
  readonly name: string;
  readonly argumentsText: string;
  /** The agent's turn. */
  readonly turnId: string;
}

export interface FunctionCallsListener {
  called(item: ReplayedItem): void;
  answered(item: ReplayedItem): void;
  /** All functions of an answer have answered: the model should go on, unless the call is to end. */
  allAnswered(responseId: string): void;
  /** The caller waits: a sentence of the document is to be said. */
  fill(text: string): void;
  hangUp(reason: string): void;
  /** The model calls functions without end. */
  inCircles(): void;
}

interface Round {
  running: number;
  complete: boolean;
}

/** The functions that a model calls: runs them, and tells when the model should go on. */
export class FunctionCalls {
  private readonly ended = new AbortController();
  private readonly rounds = new Map<string, Round>();
  private readonly work = new Set<Promise<void>>();
  private readonly byId = new Map<string, FunctionCall>();
  private roundsInARow = 0;
  /** A filler was said since the caller spoke last. */
  private filled = false;
  private hangUpReason: string | undefined;

  constructor(
    private readonly tools: CallTools,
    private readonly listener: FunctionCallsListener,
  ) {}

  get running(): boolean {
    return this.work.size > 0;
  }

  /** The model has not said yet that it calls no more, or what it called is not answered. */
  get unfinished(): boolean {
    return this.rounds.size > 0;
  }

  /** Whether an answer has called any that are not all answered yet. */
  has(responseId: string): boolean {
    return this.rounds.has(responseId);
  }

  /** The agent wants the call to end once everything was heard. */
  get hangsUp(): boolean {
    return this.hangUpReason !== undefined;
  }

  /** It leaves the call to another agent. */
  get handsOver(): boolean {
    return this.hangUpReason === HANDED_OVER;
  }

  callerSpoke(): void {
    this.roundsInARow = 0;
    this.filled = false;
    this.tools.callerSpoke();
  }

  call(call: FunctionCall): void {
    const round = this.rounds.get(call.responseId) ?? { running: 0, complete: false };
    this.rounds.set(call.responseId, round);
    round.running++;
    const { callId, name, argumentsText } = call;
    this.byId.set(callId, call);
    this.listener.called({ kind: 'function-call', callId, name, argumentsText });
    const work = this.run(call, round).finally(() => this.work.delete(work));
    this.work.add(work);
  }

  /** The model has called all that it wanted to in this answer. */
  complete(responseId: string): void {
    const round = this.rounds.get(responseId);
    if (!round) return;
    round.complete = true;
    this.goOn(responseId, round);
  }

  /** The answer was interrupted: what its functions answer is told, and nothing follows from it. */
  forget(responseId: string): void {
    this.rounds.delete(responseId);
  }

  /** The server does not wait for these any more; what they find out is kept for when it asks again. */
  cancel(callIds: readonly string[]): void {
    for (const callId of callIds) {
      const call = this.byId.get(callId);
      if (!call) continue;
      this.rounds.delete(call.responseId);
      this.tools.keep(call.name, call.argumentsText);
    }
  }

  /** The caller has more to say: the call does not end. */
  stay(): void {
    this.hangUpReason = undefined;
  }

  /** Ends the call if the agent wants to, once. */
  hangUp(): void {
    const reason = this.hangUpReason;
    this.hangUpReason = undefined;
    if (reason !== undefined) this.listener.hangUp(reason);
  }

  close(): void {
    this.ended.abort();
  }

  async settled(): Promise<void> {
    await Promise.all(this.work);
  }

  private async run(call: FunctionCall, round: Round): Promise<void> {
    const stop = this.tools.filler.watch([call.name], (text) => this.fill(text));
    const work = this.tools.run(call.name, call.argumentsText, this.ended.signal, call.turnId);
    const result = await work.finally(stop);
    this.forgetOldest();
    if (this.ended.signal.aborted) return;
    this.listener.answered({ kind: 'function-output', callId: call.callId, output: result.output });
    this.hangUpReason ??= result.hangUp?.reason;
    round.running--;
    this.goOn(call.responseId, round);
  }

  /** Calls that were answered are known for a while: their answers may get lost on the way. */
  private forgetOldest(): void {
    const [oldest] = this.byId.keys();
    if (oldest !== undefined && this.byId.size > MAX_KNOWN) this.byId.delete(oldest);
  }

  private fill(text: string): void {
    if (this.filled || this.ended.signal.aborted) return;
    this.filled = true;
    this.listener.fill(text);
  }

  private goOn(responseId: string, round: Round): void {
    if (!round.complete || round.running > 0 || this.rounds.get(responseId) !== round) return;
    this.rounds.delete(responseId);
    this.roundsInARow++;
    if (this.roundsInARow >= MAX_ROUNDS) this.listener.inCircles();
    else this.listener.allAnswered(responseId);
  }
}
