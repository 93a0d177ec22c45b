import type { KnowledgePassage } from '../../../voice/call-knowledge.js';

/** Sentences of a passage that may answer, one after the other as their author wrote them. */
export interface KnownSentences {
  readonly passage: KnowledgePassage;
  readonly text: string;
}

/** An answer has so many sentences: one alone often refers to the one before, or leaves out what the next adds. */
const TOGETHER = 2;
/** What is longer is said sentence by sentence: some 15 seconds. */
const MAX_CHARACTERS = 240;
/** Of one turn so many are compared; each takes some milliseconds the first time. */
const MAX_COMPARED = 16;

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const MARKUP = /^[\s>*#-]+|[*_`]/g;

/** What passages can be answered with, that of the best passage first. */
export function answersIn(passages: readonly KnowledgePassage[]): KnownSentences[] {
  return passages
    .flatMap((passage) => together(sentencesOf(passage.text)).map((text) => ({ passage, text })))
    .slice(0, MAX_COMPARED);
}

const sentencesOf = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) => [...SENTENCES.segment(line)].map(({ segment }) => segment.replace(MARKUP, '').trim()))
    .filter((sentence) => sentence !== '' && sentence.length <= MAX_CHARACTERS);

function together(sentences: readonly string[]): string[] {
  const joined = sentences.flatMap((_, at) => {
    const some = sentences.slice(at, at + TOGETHER);
    const text = some.join(' ');
    if (text.length > MAX_CHARACTERS) return some.slice(0, 1);
    return some.length === TOGETHER || sentences.length < TOGETHER ? [text] : [];
  });
  return [...new Set(joined)];
}

/** The texts that are compared with a question, of which each says something that the others leave out. */
export const comparedTexts = ({ passage, text }: KnownSentences): string[] => {
  const about = [passage.name, passage.title].filter((part) => part !== '').join('. ');
  return [`${about}. ${passage.text}`, `${about}. ${text}`, text].map((one) => one.toLowerCase());
};
