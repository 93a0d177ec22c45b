import type { KnowledgePassage } from '../../../voice/call-knowledge.js';
import { isNegated } from './spoken-parts.js';

/** A sentence that may answer, and where it stands. */
export interface KnownSentence {
  readonly passage: KnowledgePassage;
  /** Of the passage's sentences. */
  readonly at: number;
  readonly text: string;
}

/** Sentences that are compared; each takes 2 ms the first time. */
const MAX_SENTENCES = 16;
/** A longer one can't be said. */
const MAX_CHARACTERS = 300;
/** An answer of more than one sentence is at most so long, some ten seconds. */
const MAX_ANSWER_CHARACTERS = 160;
/** A sentence beside the best one that answers nearly as well belongs to the answer. */
const NEARLY = 0.12;

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Who begins so speaks of what was said before. */
const LEANS =
  /^(it|its|they|their|them|this|that|these|those|he|she|then|there|after that|otherwise|both|such|also)\b/i;
const MARKUP = /^[\s>*#-]+|[*_`]/g;

/** The sentences of passages, those of the best passage first. */
export function sentencesIn(passages: readonly KnowledgePassage[]): KnownSentence[] {
  return passages
    .flatMap((passage) =>
      passage.text
        .split('\n')
        .flatMap((line) =>
          [...SENTENCES.segment(line)].map(({ segment }) => segment.replace(MARKUP, '').trim()),
        )
        .filter((text) => text !== '')
        .map((text, at) => ({ passage, at, text })),
    )
    .filter(({ text }) => text.length <= MAX_CHARACTERS)
    .slice(0, MAX_SENTENCES);
}

/** What is compared with a question: a sentence alone often doesn't say what it is about. */
export const inContext = ({ passage, text }: KnownSentence): string =>
  [passage.name, passage.title, text]
    .filter((part) => part !== '')
    .join('. ')
    .toLowerCase();

/**
 * The answer, in its author's words: the sentence that answers best, what it refers to, and what belongs to it.
 * @param scores Of each sentence.
 */
export function answerFrom(
  sentences: readonly KnownSentence[],
  scores: readonly number[],
  best: number,
): string {
  const chosen = sentences[best];
  if (!chosen) return '';
  const near = (at: number) => {
    const index = sentences.findIndex((other) => other.passage === chosen.passage && other.at === at);
    return { sentence: sentences[index], score: scores[index] ?? 0 };
  };
  let said = chosen.text;
  const before = near(chosen.at - 1).sentence;
  if (before && LEANS.test(chosen.text) && fits(before.text, said)) said = `${before.text} ${said}`;
  const after = near(chosen.at + 1);
  const belongs = after.score >= (scores[best] ?? 0) - NEARLY || isException(after.sentence?.text ?? '');
  if (after.sentence && belongs && fits(said, after.sentence.text)) said = `${said} ${after.sentence.text}`;
  return said;
}

const fits = (one: string, other: string): boolean => one.length + other.length <= MAX_ANSWER_CHARACTERS;

/** "But not on Mondays." */
const isException = (text: string): boolean => /^(but|except|only)\b/i.test(text) && isNegated(text);
