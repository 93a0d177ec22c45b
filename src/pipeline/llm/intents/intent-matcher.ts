import type { AgentIntent } from '../../../agent-document/index.js';
import { wordsOf } from '../../../engines/built-in/index.js';
import { soundsUnfinished } from '../../../voice/turns/index.js';
import type { Transcript } from '../../stages/index.js';

/**
 * How much of what was said must be what an example says, and the other way round (their harmonic mean, 1 when they are
 * equal). At 0.7 about 30 percent of the words may be missing or wrong.
 */
const LEAST_SCORE = 0.7;

/** Unknown speech counts like one unusual word for each of these. */
const UNKNOWN_WORD_MS = 300;

/** More of it than this, and words aren't known for certain to be the beginning of an example. */
const LITTLE_UNKNOWN_MS = 100;

/** Words in which the end of what was said and the end of an example are the same. */
const SAME_ENDING = 2;

export interface IntentMatch {
  readonly intent: AgentIntent;
  /** Of the example. */
  readonly words: readonly string[];
  /** 0 to 1. */
  readonly score: number;
}

/** What the last words of an example say of its end: whether no example goes on after them. */
type Ending = 'telling' | 'open';

interface Example {
  readonly intent: AgentIntent;
  readonly words: readonly string[];
}

/**
 * Finds which intent a caller's words mean, by comparing them with its examples; rare words weigh more than common
 * ones.
 */
export class IntentMatcher {
  private readonly examples: readonly Example[];
  private readonly byKeys: ReadonlyMap<string, AgentIntent>;
  private readonly weights: ReadonlyMap<string, number>;
  private readonly rareWeight: number;
  private readonly endings: ReadonlyMap<string, Ending>;

  constructor(intents: readonly AgentIntent[]) {
    this.examples = intents.flatMap((intent) =>
      intent.examples.map((example) => ({ intent, words: wordsOf(example) })),
    );
    this.byKeys = new Map(
      intents.flatMap((intent) => (intent.keys ?? []).map((keys) => [keys, intent] as const)),
    );
    this.endings = endingsOf(this.examples);
    this.weights = weigh(this.examples);
    this.rareWeight = weightOf(1, this.examples.length);
  }

  /** The best intent, or undefined when none is near enough. */
  match({ text, unknownSpeechMs = 0, keys }: Transcript): IntentMatch | undefined {
    const pressed = keys === undefined ? undefined : this.byKeys.get(keys);
    if (pressed) return { intent: pressed, words: [], score: 1 };
    const words = wordsOf(text);
    let best: IntentMatch | undefined;
    for (const example of this.examples) {
      const score = this.score(words, unknownSpeechMs, example.words);
      if (score >= LEAST_SCORE && score > (best?.score ?? 0)) best = { ...example, score };
    }
    return best;
  }

  /**
   * Whether the words are the beginning of an example, or of any sentence, and not a whole one, with next to nothing
   * said beside them.
   */
  isUnfinished(heard: Transcript): boolean {
    const words = wordsOf(heard.text);
    const { unknownSpeechMs = 0 } = heard;
    if (words.length === 0 || unknownSpeechMs > LITTLE_UNKNOWN_MS) return false;
    if (!this.begins(words) && !soundsUnfinished(heard.text)) return false;
    const match = this.match(heard);
    return !match || (match.score < 1 && !endsAs(words, match.words));
  }

  /**
   * Whether something was said that no example is near to, that is doubtful, or that is none for certain and breaks
   * off, or ends otherwise than the example. Who pauses within a sentence is often not understood before its end.
   */
  isUnclear(heard: Transcript): boolean {
    const { text, unknownSpeechMs = 0 } = heard;
    if (text === '' && unknownSpeechMs < UNKNOWN_WORD_MS) return false;
    if (heard.doubtful) return true;
    const match = this.match(heard);
    return !match || (match.score < 1 && (soundsUnfinished(text) || breaksOff(wordsOf(text), match.words)));
  }

  /**
   * Whether the words are all of an example, or near to one, no fewer, and end as an example does, with nothing said
   * after them and no doubt, and no other example begins with them.
   */
  isComplete(heard: Transcript): boolean {
    const { text, unknownSpeechMs = 0, unknownAtEndMs = unknownSpeechMs } = heard;
    const words = wordsOf(text);
    if (heard.doubtful || unknownAtEndMs > 0 || this.begins(words)) return false;
    if (unknownSpeechMs === 0 && this.isExample(words)) return true;
    const ending = this.endings.get(endOf(words));
    if (!ending || soundsUnfinished(text)) return false;
    const match = this.match(heard);
    if (!match || words.length < match.words.length) return false;
    return ending === 'telling' || endsAs(words, match.words);
  }

  /** Whether an example begins with these words, and goes on. */
  private begins(words: readonly string[]): boolean {
    return this.examples.some(
      (example) =>
        words.length < example.words.length && words.every((word, at) => word === example.words[at]),
    );
  }

  private isExample(words: readonly string[]): boolean {
    return this.examples.some((example) => example.words.join(' ') === words.join(' '));
  }

  private score(words: readonly string[], unknownSpeechMs: number, example: readonly string[]): number {
    const commonWeight = this.weightOf(longestCommonSubsequence(words, example));
    const unknownWeight = (unknownSpeechMs / UNKNOWN_WORD_MS) * this.rareWeight;
    const totalWeight = this.weightOf(words) + unknownWeight + this.weightOf(example);
    return totalWeight === 0 ? 0 : (2 * commonWeight) / totalWeight;
  }

  private weightOf(words: readonly string[]): number {
    return words.reduce((sum, word) => sum + (this.weights.get(word) ?? this.rareWeight), 0);
  }
}

/** Whether nothing of the example is missing at its end. */
function endsAs(words: readonly string[], example: readonly string[]): boolean {
  return endOf(words) === endOf(example);
}

function endOf(words: readonly string[]): string {
  return words.slice(-SAME_ENDING).join(' ');
}

/** The last two words of examples. */
function endingsOf(examples: readonly Example[]): ReadonlyMap<string, Ending> {
  const long = examples.map(({ words }) => words).filter((words) => words.length >= SAME_ENDING);
  const goneOnFrom = new Set(
    long.flatMap((words) => words.slice(0, -1).map((_, at) => endOf(words.slice(0, at + 1)))),
  );
  return new Map(long.map(endOf).map((ending) => [ending, goneOnFrom.has(ending) ? 'open' : 'telling']));
}

/** Whether words of the example are missing, and the last one is another. */
function breaksOff(words: readonly string[], example: readonly string[]): boolean {
  return words.at(-1) !== example.at(-1) && longestCommonSubsequence(words, example).length < example.length;
}

function weigh(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of examples) {
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return new Map([...counts].map(([word, count]) => [word, weightOf(count, examples.length)]));
}

/** Inverse document frequency. */
function weightOf(examplesWithWord: number, examples: number): number {
  return Math.log(1 + Math.max(examples, 1) / examplesWithWord);
}

function longestCommonSubsequence(first: readonly string[], second: readonly string[]): string[] {
  let previous: string[][] = Array.from({ length: second.length + 1 }, () => []);
  for (const word of first) {
    const row: string[][] = [[]];
    second.forEach((other, at) => {
      const left = row[at] ?? [];
      const above = previous[at + 1] ?? [];
      const longer = left.length >= above.length ? left : above;
      row.push(word === other ? [...(previous[at] ?? []), word] : longer);
    });
    previous = row;
  }
  return previous.at(-1) ?? [];
}
