import { LRUCache } from 'lru-cache';
import type { StatedValue, ValueContext } from '../forms/index.js';
import type { LedgerCall } from './agent-claim.js';
import { Facts, type ReadingBudget } from './facts.js';

const MOST_TURNS = 30;
/** The latest tool calls, whose values are sources. */
export const MOST_CALLS = 50;
/** Size of the cache. It must hold all texts of one sentence, or each sentence parses all of them again. */
const MOST_KEPT = 2 * (MOST_CALLS + MOST_TURNS);
/** Prices that are added up, or multiplied by a number of people or things. */
const MOST_PRICES = 12;
const MOST_TIMES = 12;

export interface Known {
  /** What the agent's author wrote: the prompt, the greeting, descriptions of tools. */
  readonly author: Authored;
  /** What was found for the answer in the agent's knowledge. */
  readonly passages: string;
  readonly callerSaid: readonly string[];
  readonly calls: readonly LedgerCall[];
}

export interface Authored {
  readonly text: string;
  readonly facts: Facts;
}

/** The values that an answer can have from somewhere. */
export class ClaimSources {
  private readonly kept = new LRUCache<string, Facts>({ max: MOST_KEPT });
  /** Of one sentence. What it does not suffice for is known in part. */
  private readonly budget: ReadingBudget = { scanned: 128_000, read: 3_000 };

  constructor(
    readonly known: Known,
    readonly context: ValueContext,
    /** Continues with the facts that it has read already. */
    earlier?: ClaimSources,
  ) {
    if (earlier) this.kept = earlier.kept;
  }

  /** Of a call's arguments and its answer. */
  ofCall({ argumentsText, answer = '' }: LedgerCall): readonly Facts[] {
    return [this.answer(argumentsText), this.answer(answer)];
  }

  argumentsOf({ argumentsText }: LedgerCall): Facts {
    return this.answer(argumentsText);
  }

  /** All but the caller's words and the calls of these tools. */
  besides(tools: readonly string[]): readonly Facts[] {
    const { author, passages, calls } = this.known;
    const others = calls.filter(({ name }) => !tools.includes(name));
    return [
      author.facts,
      ...(passages === '' ? [] : [this.text(passages)]),
      ...others.flatMap((call) => this.ofCall(call)),
    ];
  }

  /** What the caller said, and the clock. */
  get caller(): readonly Facts[] {
    const said = this.known.callerSaid.slice(-MOST_TURNS).map((text) => this.text(text));
    return [...said, Facts.ofClock(this.context)];
  }

  get all(): readonly Facts[] {
    return [...this.besides([]), ...this.caller];
  }

  /** Whether the value is in a source, or is a sum or a multiple of prices that are. */
  holds(stated: StatedValue): boolean {
    const { all } = this;
    return (
      all.some((facts) => facts.has(stated)) || (stated.kind === 'money' && this.comesFromPrices(stated))
    );
  }

  private comesFromPrices({ values }: StatedValue): boolean {
    const prices = [...new Set(this.besides([]).flatMap(({ money }) => [...money]))]
      .slice(0, MOST_PRICES)
      .map(Number);
    const isSame = (amount: number) => values.some((value) => Math.abs(Number(value) - amount) < 0.005);
    const counts = new Set(
      this.known.callerSaid.slice(-MOST_TURNS).flatMap((text) => [...this.text(text).numbers]),
    );
    for (const call of this.known.calls) this.argumentsOf(call).numbers.forEach((count) => counts.add(count));
    const times = [...counts]
      .map(Number)
      .filter((count) => Number.isInteger(count) && count >= 2 && count <= MOST_TIMES);
    return prices.some(
      (price, at) =>
        times.some((count) => isSame(price * count)) ||
        prices.slice(at + 1).some((other) => isSame(price + other)),
    );
  }

  private text(text: string): Facts {
    return this.remembered(`t${text}`, () => Facts.ofText(text, this.context, this.budget));
  }

  private answer(text: string): Facts {
    return this.remembered(`a${text}`, () => Facts.ofAnswer(text, this.context, this.budget));
  }

  private remembered(key: string, read: () => Facts): Facts {
    const known = this.kept.get(key);
    if (known) return known;
    const facts = read();
    this.kept.set(key, facts);
    return facts;
  }
}
