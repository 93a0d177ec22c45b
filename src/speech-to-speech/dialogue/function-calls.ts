import { HANDED_OVER } from '../../voice/agent-adapter.js';
import type { CallTools } from '../../tools/index.js';
import type { ReplayedItem } from '../connection/index.js';

/** Rounds of function calls without words of the caller. More of them mean that the model loops. */
const MAX_ROUNDS = 10;

/** Call ids that are remembered. */
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
  /** All function results of an answer have arrived: the model should continue, unless the call ends. */
  allAnswered(responseId: string): void;
  /** The caller is waiting: speak a filler from the document. */
  fill(text: string): void;
  hangUp(reason: string): void;
  /** The model calls functions endlessly. */
  inCircles(): void;
}

interface Round {
  running: number;
  complete: boolean;
}

/** Runs the functions that a model calls, and signals when the model should continue. */
export class FunctionCalls {
  private readonly ended = new AbortController();
  private readonly rounds = new Map<string, Round>();
  private readonly work = new Set<Promise<void>>();
  private readonly byId = new Map<string, FunctionCall>();
  private roundsInARow = 0;
  /** A filler was spoken since the caller last spoke. */
  private filled = false;
  private hangUpReason: string | undefined;

  constructor(
    private readonly tools: CallTools,
    private readonly listener: FunctionCallsListener,
  ) {}

  get running(): boolean {
    return this.work.size > 0;
  }

  /** The model may still make calls, or results are missing. */
  get unfinished(): boolean {
    return this.rounds.size > 0;
  }

  /** Whether results of an answer's calls are missing. */
  has(responseId: string): boolean {
    return this.rounds.has(responseId);
  }

  /** True if the agent ends the call after playout. */
  get hangsUp(): boolean {
    return this.hangUpReason !== undefined;
  }

  /** True if another agent takes over after that. */
  get handsOver(): boolean {
    return this.hangUpReason === HANDED_OVER;
  }

  callerSpoke(): void {
    this.roundsInARow = 0;
    this.filled = false;
    this.tools.callerSpoke();
  }

  callerSaid(text: string): void {
    this.tools.callerSaid(text);
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

  /** The model has made all function calls of this answer. */
  complete(responseId: string): void {
    const round = this.rounds.get(responseId);
    if (!round) return;
    round.complete = true;
    this.goOn(responseId, round);
  }

  /** The answer was interrupted: results are still sent, but have no further effect. */
  forget(responseId: string): void {
    this.rounds.delete(responseId);
  }

  /** The server no longer waits for these; their results are kept for a repeated call. */
  cancel(callIds: readonly string[]): void {
    for (const callId of callIds) {
      const call = this.byId.get(callId);
      if (!call) continue;
      this.rounds.delete(call.responseId);
      this.tools.keep(call.name, call.argumentsText);
    }
  }

  /** The caller has more to say: the call continues. */
  stay(): void {
    this.hangUpReason = undefined;
  }

  /** Ends the call once, if the agent wants to. */
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
    const { note } = result;
    const output = note === undefined ? result.output : `${result.output}\n${note}`;
    this.listener.answered({ kind: 'function-output', callId: call.callId, output });
    this.hangUpReason ??= result.hangUp?.reason;
    round.running--;
    this.goOn(call.responseId, round);
  }

  /** Answered calls are remembered for a while, because their results may be lost in transit. */
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
