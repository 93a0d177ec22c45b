import { setTimeout as delay } from 'node:timers/promises';
import type { AgentContext, TextContext } from '../../voice/agent-adapter.js';
import type { AgentEvent } from '../../voice/agent-adapter.js';
import {
  type CallKnowledge,
  type FoundKnowledge,
  quotedPassages,
  retrievedTopics,
} from '../../voice/call-knowledge.js';

interface Search {
  readonly words: string;
  readonly result: Promise<FoundKnowledge>;
  /** Undefined until it is known. */
  found: FoundKnowledge | undefined;
}

/** Whom a note is for: an answer that may turn out not to be wanted. */
interface Answer {
  /** Resolves once that is known; then `signal` is aborted if it isn't. Absent where it is wanted. */
  readonly released?: Promise<void>;
  readonly signal?: AbortSignal;
}

/** Less of a turn is not worth a search. */
const MIN_CHARACTERS = 8;

const NOT_YET = Symbol('not yet');

/**
 * What the agent knows of what the caller says, found while the caller still speaks: one search at a time, for the
 * words so far. An answer waits a moment at most; then it is given what was found for the words before.
 */
export class TurnKnowledge {
  private latest: Search | undefined;
  private next: string | undefined;

  constructor(
    private readonly knowledge: CallKnowledge,
    private readonly emit: (event: AgentEvent) => void,
  ) {}

  /** The words of the open turn so far. */
  hear(soFar: string): void {
    const words = normal(soFar);
    if (words.length < MIN_CHARACTERS || words === this.latest?.words) return;
    if (this.latest && !this.latest.found) this.next = words;
    else this.begin(words);
  }

  /**
   * For the model, beside what the caller said; undefined when nothing fits, or nothing is known in time. It is told
   * once the answer is known to be wanted.
   */
  async noteFor(said: string, answer: Answer = {}): Promise<string | undefined> {
    const words = normal(said);
    this.next = undefined;
    if (words === '') return undefined;
    const beganAtMs = performance.now();
    const before = this.latest?.found;
    const search = words === this.latest?.words ? this.latest : this.begin(words);
    const result = search.found ?? (await this.inTime(search.result));
    this.latest = undefined;
    const found = result === NOT_YET ? before : result;
    const outcome =
      result === NOT_YET ? 'late' : result === undefined ? 'failed' : foundOrNothing(result.passages);
    const durationMs = Math.round(performance.now() - beganAtMs);
    const { passages = [], withoutMeaning } = found ?? {};
    const why = withoutMeaning && { withoutMeaning };
    this.tell({ kind: 'knowledge', outcome, topics: retrievedTopics(passages), ...why, durationMs }, answer);
    return passages.length > 0 ? quotedPassages(passages) : undefined;
  }

  private tell(event: AgentEvent, { released, signal }: Answer): void {
    if (!released) return this.emit(event);
    void released.then(() => (signal?.aborted === true ? undefined : this.emit(event)));
  }

  private begin(words: string): Search {
    const result = this.knowledge.search(words, (usage) => this.emit({ kind: 'usage', usage }));
    const search: Search = { words, result, found: undefined };
    this.latest = search;
    search.result.then(
      (found) => {
        search.found = found;
        this.goOn();
      },
      () => this.goOn(),
    );
    return search;
  }

  private goOn(): void {
    const words = this.next;
    this.next = undefined;
    if (words !== undefined) this.begin(words);
  }

  /** Undefined when it can't be searched. */
  private async inTime(
    result: Promise<FoundKnowledge>,
  ): Promise<FoundKnowledge | typeof NOT_YET | undefined> {
    const tooLate = new AbortController();
    const late = delay(this.knowledge.waitMs, NOT_YET, { ref: false, signal: tooLate.signal });
    late.catch(() => undefined);
    try {
      return await Promise.race([result.catch(() => undefined), late]);
    } finally {
      tooLate.abort();
    }
  }
}

/** Where passages go before the model; undefined where the agent knows nothing, or the model asks by itself. */
export function turnKnowledge(context: AgentContext | TextContext): TurnKnowledge | undefined {
  const { knowledge } = context;
  if (knowledge?.mode !== 'ahead') return undefined;
  return new TurnKnowledge(knowledge, emitterOf(context));
}

/** Who is told what happens in a conversation. */
export function emitterOf(context: AgentContext | TextContext): (event: AgentEvent) => void {
  if ('emit' in context) return context.emit;
  return context.tools.kind === 'real' ? context.tools.emit : () => undefined;
}

const foundOrNothing = (passages: readonly unknown[]) => (passages.length > 0 ? 'found' : 'nothing');

const normal = (text: string): string => text.trim().replace(/\s+/g, ' ');
