import type { ProviderOptions } from '../../agent-document/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import { ProviderBreakers } from '../../providers/breakers/provider-breakers.js';
import { providerFault } from '../../providers/provider-faults.js';
import type { ProviderWatch } from '../../providers/provider-metrics.js';
import { Cancelled, stageOutcome } from './stage-outcome.js';

export interface StageMemberOptions {
  /** False if this instance cannot run it. Documents that select no provider then skip it. */
  readonly available?: boolean;
  /** Monotonic time, in milliseconds. */
  readonly nowMs?: () => number;
}

/** A provider shared by calls, with its health. */
export class StageMember<P> {
  readonly available: boolean;
  readonly breakers: ProviderBreakers;
  private watch: ProviderWatch | undefined;

  constructor(
    readonly name: string,
    readonly provider: P,
    { available = true, nowMs }: StageMemberOptions = {},
  ) {
    this.available = available;
    this.breakers = new ProviderBreakers(nowMs);
  }

  /** Reports the outcomes of later requests. */
  watchedBy(watch: ProviderWatch): this {
    this.watch = watch;
    return this;
  }

  /** Reports the latency of the first result. */
  firstAfter(ms: number): void {
    this.watch?.firstAfter(ms);
  }

  /** Makes a request for an account and counts its outcome. */
  async attempt<T>(accountId: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return await this.breakers.request(accountId, () => this.counted(work), signal);
  }

  private async counted<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.watch?.ended(stageOutcome(undefined));
      return result;
    } catch (error) {
      this.watch?.ended(stageOutcome(error));
      throw error;
    }
  }
}

/** A provider as selected by a document. */
export interface StageChoice<P> {
  readonly member: StageMember<P>;
  readonly modelId: string | undefined;
  readonly options?: ProviderOptions | undefined;
  /** Not the document's first provider, so its voices and models may not exist here. */
  readonly isOther?: boolean;
}

export interface StageRun<P, T> {
  readonly signal: AbortSignal;
  /** Limits how long the caller waits for a retry. Absent: unlimited. */
  readonly budgetMs?: number;
  /**
   * Makes one attempt from the beginning.
   * @param patienceMs How long this attempt may keep the caller waiting; shorter than the budget of the stage if
   * another provider could take over.
   */
  attempt(choice: StageChoice<P>, patienceMs: number): Promise<T>;
}

/** One stage of one conversation: the selected provider and its fallbacks, tried in order. */
export class StageChain<P> {
  /**
   * @param accountId Owner of the conversation.
   * @param onFault Called for each failed attempt.
   * @param fallbackAfterMs How long a provider with a fallback may keep the caller waiting.
   */
  constructor(
    private readonly accountId: string,
    private readonly choices: readonly StageChoice<P>[],
    private readonly onFault: (fault: AgentFault) => void,
    private readonly fallbackAfterMs = Number.POSITIVE_INFINITY,
  ) {}

  /** The preferred provider; undefined if none was selected. */
  get first(): P | undefined {
    return this.choices[0]?.member.provider;
  }

  /**
   * Tries the providers in order, skipping open circuit breakers. If all are open it tries them anyway, because a
   * conversation without an answer would end. A provider that answers nothing, or fails with a 5xx status (RFC 9110,
   * 15.6), is retried once immediately. A broken connection is retried once if no other provider is left, since
   * networks drop one now and then.
   *
   * @throws AgentFault of the last provider that was tried.
   * @throws Cancelled if the signal was aborted.
   */
  async run<T>(run: StageRun<P, T>): Promise<T> {
    const isAllowed = ({ member }: StageChoice<P>) => member.breakers.allows(this.accountId);
    const areAllOpen = !this.choices.some(isAllowed);
    const mayTry = (choice: StageChoice<P>) => areAllOpen || isAllowed(choice);
    const waiting = [...this.choices];
    const { budgetMs = Number.POSITIVE_INFINITY } = run;
    const beganAtMs = performance.now();
    let last: AgentFault | undefined;
    let again = false;
    let leftMs = Number.POSITIVE_INFINITY;
    for (let choice = waiting.shift(); choice && leftMs > 0; choice = waiting.shift()) {
      if (run.signal.aborted) throw new Cancelled();
      if (!mayTry(choice)) continue;
      try {
        const patienceMs = waiting.some(mayTry) ? this.fallbackAfterMs : Number.POSITIVE_INFINITY;
        return await this.attempt(run, choice, Math.min(patienceMs, leftMs));
      } catch (error) {
        if (error instanceof Cancelled) throw error;
        last = asFault(error);
        this.onFault(last);
        const isEmpty = last.code === providerFault.empty;
        if (isEmpty) leftMs = budgetMs - (performance.now() - beganAtMs);
        const isLost = last.code === providerFault.lost && waiting.length === 0;
        const mayAsk = isEmpty || isLost || (last.status ?? 0) >= 500;
        if (again || !mayAsk) continue;
        waiting.unshift(choice);
        again = true;
      }
    }
    throw last ?? new AgentFault(providerFault.refused, 'The stage has no provider', false);
  }

  private async attempt<T>(run: StageRun<P, T>, choice: StageChoice<P>, patienceMs: number): Promise<T> {
    const work = async () => {
      try {
        return await run.attempt(choice, patienceMs);
      } catch (error) {
        throw run.signal.aborted ? new Cancelled() : error;
      }
    };
    return await choice.member.attempt(this.accountId, work, run.signal);
  }
}

function asFault(error: unknown): AgentFault {
  if (error instanceof AgentFault) return error;
  return new AgentFault(providerFault.error, 'A provider failed', true, { cause: error });
}
