import type { AgentDocument } from '../../agent-document/index.js';
import { joinedSamples, signalToNoiseDb } from '../../common/audio/index.js';
import { canTakeSoLong, wordsOf, type Found, type Likely } from '../../engines/local/index.js';
import { expectedSentences, type StarterEngines } from '../starter/index.js';
import { STT_RATE_HZ, type Transcript } from '../stages/index.js';
import { ASKING, LISTENING } from './short-words.js';

/**
 * From these margins on a sentence that the second pass found counts, and the beginning of one. Of the development
 * corpus's 55 questions in a crowd 45 are then found, 2 of them wrongly, and 42 and 3 where the crowd is 3 dB louder;
 * from -6 on 47 and 4, and 46 and 5, and no answer comes sooner. With both 5 of 60 callers are answered in the middle
 * of a sentence.
 */
const SURE_MARGIN = -4;
const SURE_BEGUN_MARGIN = -4;
/**
 * Where the first pass understood a whole sentence, and the second finds another one, or that one with less than this,
 * the caller may be in the middle of something else.
 */
const DOUBTFUL_MARGIN = -6;
/** Where voices are so much louder than what is around them, the first pass understands as much as it ever does. */
const CLEAR_DB = 25;
/** Nobody says three words in less. */
const LEAST_SPOKEN_MS = 300;
/** Shorter sentences ("thank you") are likely in any sound that isn't understood. */
const LONG_WORDS = 3;

/** Of what is given to the recogniser while it doesn't rest, so much is before the voice and after it. */
const BESIDE_VOICE_MS = 350;

/** What an agent's callers may say, as it was written, and as words. */
interface Expected {
  readonly sentences: readonly string[];
  readonly texts: ReadonlySet<string>;
}

const expectedOf = new WeakMap<AgentDocument, Expected>();

/** What the second pass makes of a turn. */
export interface Looked {
  /** What was said, where that is something else than the first pass heard. */
  readonly heard?: Transcript | undefined;
  /** As in a transcript. */
  readonly asks?: number | undefined;
}

/** Whether a voice has noise around it, so that the second pass understands what the first doesn't. */
export function isNoisy(samples: Int16Array): boolean {
  return signalToNoiseDb(samples) < CLEAR_DB;
}

/**
 * Has the second pass look at a turn in noise of which the first heard these words, if that is of use.
 * @param pieces All of the turn, as the first pass was given it.
 * @param overAgent Whether it began while the agent spoke: whether it asks for something is told, too.
 */
export async function lookAgain(
  { secondPass }: { readonly secondPass: Pick<StarterEngines['secondPass'], 'find'> },
  agent: AgentDocument,
  soFar: Transcript,
  pieces: readonly Int16Array[],
  overAgent: boolean,
): Promise<Looked> {
  const samples = joinedSamples(pieces);
  const { sentences, texts } = whatCallersSay(agent);
  const { text, unknownSpeechMs = 0 } = soFar;
  const spokenMs = samples.length / (STT_RATE_HZ / 1_000) - BESIDE_VOICE_MS;
  const isWhole = unknownSpeechMs === 0 && texts.has(text) && canTakeSoLong(text, spokenMs);
  const mayBeSentence = spokenMs >= LEAST_SPOKEN_MS && (!isWhole || isLong(text));
  if (!(mayBeSentence || overAgent) || !isNoisy(samples)) return {};
  const found = await secondPass.find({
    sentences: mayBeSentence ? sentences : [],
    samples,
    spokenMs,
    ...(overAgent && { compared: [ASKING, LISTENING] }),
  });
  if (!found) return {};
  const asks = found.difference;
  if (!mayBeSentence) return { asks };
  const begins = unknownSpeechMs === 0 && isBeginning(text, texts);
  return { asks, heard: isWhole ? confirmed(soFar, found) : corrected(soFar, found, begins) };
}

function whatCallersSay(agent: AgentDocument): Expected {
  const known = expectedOf.get(agent);
  if (known) return known;
  const sentences = expectedSentences(agent);
  const expected = { sentences, texts: new Set(sentences.map((sentence) => wordsOf(sentence).join(' '))) };
  expectedOf.set(agent, expected);
  return expected;
}

/** What seems to be a whole sentence. @returns Undefined where the second pass agrees. */
function confirmed(soFar: Transcript, { whole, begun }: Found): Transcript | undefined {
  const isSame = whole && textOf(whole) === soFar.text && whole.margin >= DOUBTFUL_MARGIN;
  if (isSame) return undefined;
  return sureBegun(begun) ?? { ...soFar, doubtful: true };
}

/**
 * What seems to be none. @param begins Whether it is the beginning of one. @returns Undefined where the second pass
 * doesn't know better.
 */
function corrected({ text }: Transcript, { whole, begun }: Found, begins: boolean): Transcript | undefined {
  const isSure = whole && whole.margin >= SURE_MARGIN && whole.margin > (begun?.margin ?? -Infinity);
  const found = isSure ? textOf(whole) : '';
  if (isLong(found) && (!begins || found.startsWith(`${text} `))) return { text: found };
  return sureBegun(begun);
}

function sureBegun(begun: Likely | undefined): Transcript | undefined {
  return begun && begun.margin >= SURE_BEGUN_MARGIN ? { text: textOf(begun), doubtful: true } : undefined;
}

/** Of two words at least: a single one is easily misheard. */
function isBeginning(text: string, texts: ReadonlySet<string>): boolean {
  return text.includes(' ') && [...texts].some((each) => each.startsWith(`${text} `));
}

const textOf = ({ text }: Likely): string => wordsOf(text).join(' ');

const isLong = (text: string): boolean => text.split(' ').length >= LONG_WORDS;
