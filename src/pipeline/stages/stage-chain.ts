import {
  CircuitState,
  circuitBreaker,
  ConsecutiveBreaker,
  handleWhen,
  type CircuitBreakerPolicy,
} from 'cockatiel';

import type { ProviderOptions } from '../../agent-document/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import { providerFault, type ProviderWatch } from '../../providers/index.js';
import { Cancelled } from './cancelled.js';
import { outcomeOf } from './outcome.js';

/** Failures in a row after which a provider is left alone, over all calls. */
const FAILURES_TO_BREAK = 3;

/** How long it is left alone before one call tries it again. */
const BREAK_MS = 10_000;

export interface StageMemberOptions {
  /** False where this instance has found out that it can't serve: documents that name none are not given this one. */
  readonly available?: boolean;
  /** It is asked again at once after failures: it runs in this process and heals within a moment. */
  readonly neverLeftAlone?: boolean;
}

/** A provider that calls share, with what is known of its health. */
export class StageMember<P> {
  readonly available: boolean;
  private readonly breaker: CircuitBreakerPolicy | undefined;
  private watch: ProviderWatch | undefined;

  constructor(
    readonly name: string,
    readonly provider: P,
    { available = true, neverLeftAlone = false }: StageMemberOptions = {},
  ) {
    this.available = available;
    if (neverLeftAlone) return;
    this.breaker = circuitBreaker(
      handleWhen((error) => !(error instanceof Cancelled)),
      { breaker: new ConsecutiveBreaker(FAILURES_TO_BREAK), halfOpenAfter: BREAK_MS },
    );
  }

  /** It failed again and again, and is not asked for a while. */
  get leftAlone(): boolean {
    return this.breaker?.state === CircuitState.Open;
  }

  /** Tells what becomes of requests from now on. */
  watchedBy(watch: ProviderWatch): this {
    this.watch = watch;
    return this;
  }

  /** The first of what it was asked for came so long after it could. */
  firstAfter(ms: number): void {
    this.watch?.firstAfter(ms);
  }

  /** Has it do something; what becomes of that tells of its health. */
  async attempt<T>(work: () => Promise<T>): Promise<T> {
    const watched = () => this.told(work);
    return this.breaker ? await this.breaker.execute(watched) : await watched();
  }

  private async told<T>(work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.watch?.ended(outcomeOf(undefined));
      return result;
    } catch (error) {
      this.watch?.ended(outcomeOf(error));
      throw error;
    }
  }
}

/** A provider as one document chooses it. */
export interface StageChoice<P> {
  readonly member: StageMember<P>;
  readonly modelId: string | undefined;
  readonly options?: ProviderOptions | undefined;
  /** Not the provider that the document names first, whose voices and models it may not know. */
  readonly isOther?: boolean;
}

export interface StageRun<P, T> {
  readonly signal: AbortSignal;
  /**
   * Begins from the beginning, whatever became of an attempt before.
   * @param patienceMs How long it may keep the caller waiting, beyond the budget of the stage no longer: less where
   * another provider could go on.
   */
  attempt(choice: StageChoice<P>, patienceMs: number): Promise<T>;
}

/** One stage of one conversation: the chosen provider and its fallbacks, tried in order. */
export class StageChain<P> {
  /**
   * @param onFault Told of each attempt that failed.
   * @param fallbackAfterMs How long a provider may keep the caller waiting that has a fallback.
   */
  constructor(
    private readonly choices: readonly StageChoice<P>[],
    private readonly onFault: (code: FaultCode) => void,
    private readonly fallbackAfterMs = Number.POSITIVE_INFINITY,
  ) {}

  /** The provider that is tried first; undefined where none was chosen. */
  get first(): P | undefined {
    return this.choices[0]?.member.provider;
  }

  /**
   * Tries the providers in their order. A connection that breaks is made once more when no other provider is left,
   * since networks drop one now and then.
   *
   * @throws AgentFault of the last provider when all have failed or are left alone.
   * @throws Cancelled when the signal was aborted.
   */
  async run<T>(run: StageRun<P, T>): Promise<T> {
    const waiting = [...this.choices];
    let last: AgentFault | undefined;
    let again = false;
    for (let choice = waiting.shift(); choice; choice = waiting.shift()) {
      if (run.signal.aborted) throw new Cancelled();
      if (choice.member.leftAlone) continue;
      try {
        const current = choice;
        const patienceMs = waiting.some(({ member }) => !member.leftAlone)
          ? this.fallbackAfterMs
          : Number.POSITIVE_INFINITY;
        return await current.member.attempt(() => attempt(run, current, patienceMs));
      } catch (error) {
        if (error instanceof Cancelled) throw error;
        last = asFault(error);
        this.onFault(last.code);
        if (again || waiting.length > 0 || last.code !== providerFault.lost) continue;
        again = true;
        waiting.push(choice);
      }
    }
    throw (
      last ?? new AgentFault(providerFault.unreachable, 'All providers of the stage are left alone', true)
    );
  }
}

async function attempt<P, T>(run: StageRun<P, T>, choice: StageChoice<P>, patienceMs: number): Promise<T> {
  try {
    return await run.attempt(choice, patienceMs);
  } catch (error) {
    if (run.signal.aborted) throw new Cancelled();
    throw error;
  }
}

function asFault(error: unknown): AgentFault {
  if (error instanceof AgentFault) return error;
  return new AgentFault(providerFault.error, 'A provider failed', true, { cause: error });
}
