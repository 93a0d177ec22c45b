import type { KnowledgePassage } from '../../../voice/call-knowledge.js';

/** Consecutive sentences of a passage that may be an answer, unchanged. */
export interface KnownSentences {
  readonly passage: KnowledgePassage;
  readonly text: string;
}

/** Sentences in an answer: one alone often refers to the one before, or lacks what the next adds. */
const TOGETHER = 2;
/** Longer texts are spoken sentence by sentence: some 15 seconds. */
const MAX_CHARACTERS = 240;
/** Candidates compared per turn; each takes some milliseconds the first time. */
const MAX_COMPARED = 16;

const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });
const MARKUP = /^[\s>*#-]+|[*_`]/g;

/** Possible answers from passages, best passage first. */
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

/** The texts compared with a question; each one adds something to the others. */
export const comparedTexts = ({ passage, text }: KnownSentences): string[] => {
  const about = [passage.name, passage.title].filter((part) => part !== '').join('. ');
  return [`${about}. ${passage.text}`, `${about}. ${text}`, text].map((one) => one.toLowerCase());
};
