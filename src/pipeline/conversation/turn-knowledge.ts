import { inTime } from '../../common/abort/index.js';
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
  /** Undefined while the search is running. */
  found: FoundKnowledge | undefined;
}

/** The answer that needs passages; it may turn out to be unneeded. */
interface Answer {
  /** Resolves when the answer is known to be needed; `signal` is aborted if it is not. Absent if it certainly is. */
  readonly released?: Promise<void>;
  readonly signal?: AbortSignal;
}

/** Shorter turns are not worth a search. */
const MIN_CHARACTERS = 8;

/**
 * Searches the agent's knowledge while the caller still speaks: one search at a time, for the words so far. An answer
 * waits briefly, then uses the result of an earlier search.
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
   * The note for the model; undefined if nothing fits or the search is too slow. Waits until the answer is known to be
   * needed.
   */
  async noteFor(said: string, answer: Answer = {}): Promise<string | undefined> {
    const words = normal(said);
    this.next = undefined;
    if (words === '') return undefined;
    const beganAtMs = performance.now();
    const before = this.latest?.found;
    const search = words === this.latest?.words ? this.latest : this.begin(words);
    const searched = search.result.catch(() => undefined);
    const result = search.found ?? (await inTime(searched, this.knowledge.waitMs, 'late'));
    this.latest = undefined;
    const found = result === 'late' ? before : result;
    const outcome =
      result === 'late' ? 'late' : result === undefined ? 'failed' : foundOrNothing(result.passages);
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
}

/** Undefined if the agent has no knowledge, or the model searches with a tool. */
export function turnKnowledge(context: AgentContext | TextContext): TurnKnowledge | undefined {
  const { knowledge } = context;
  if (knowledge?.mode !== 'ahead') return undefined;
  return new TurnKnowledge(knowledge, emitterOf(context));
}

/** The event callback of a conversation; a no-op in a dry run. */
export function emitterOf(context: AgentContext | TextContext): (event: AgentEvent) => void {
  if ('emit' in context) return context.emit;
  return context.tools.kind === 'real' ? context.tools.emit : () => undefined;
}

const foundOrNothing = (passages: readonly unknown[]) => (passages.length > 0 ? 'found' : 'nothing');

const normal = (text: string): string => text.trim().replace(/\s+/g, ' ');
