import { isNumberWord } from './cardinal.js';
import { asName, readSpelling } from './letters.js';
import { spokenWords, type Word } from './spoken-words.js';

const LEAD =
  /^(?:(?:yes|yeah|sure|okay|ok|well|so|hi|hello|oh|no|sorry|actually|of course|certainly)\b[,.!]?\s*)*(?:(?:(?:and\s+)?(?:my|the|his|her)?\s*(?:full |first |last |family |sur|second )?name(?:'s| is|, is| would be| should be)?|name's|it's|its|it is|it will be|it would be|that's|that is|that would be|this is|i'm|i am|call me|you can call me|under(?: the name(?: of)?)?|in the name of|for|the name of|put (?:it )?under|make that|make it|i'm called|they call me)[,:]?\s+)?/i;
const TAIL =
  /[\s,.]*(?:\b(?:please|thanks|thank you|here|speaking|is my name|is the name|will do|is fine)\b[\s.!,]*)+$/i;
const CUES =
  /\b(?:my (?:full |first |last )?name(?:'s| is)|the name(?:'s| is)|name(?:'s| is)|under the name(?: of)?|in the name of|i'm called|this is)\s+/i;
/** Words that end a name within a sentence. */
const ENDS =
  /[,.;!?]|\s+(?:and|for|on|at|tomorrow|today|i|i'd|my|with|please|the|from|to|but|we|in|it|phone|email|number|here|speaking|calling|spelled|spelt|that's)\b/i;
const NO_NAME = new Set(
  (
    "yes no yeah yep nope sure okay ok what why how who when where i don't know not sorry pardon hello hi thanks please " +
    'correct right wrong maybe calling looking just a an the about regarding'
  ).split(' '),
);
const MOST_WORDS = 6;

/** A name in an answer to a question for one: "it's Anna Kowalski, K-O-W-A-L-S-K-I". */
export function nameIn(text: string): string | undefined {
  const said = ` ${text.trim()}`
    .replace(/(^|\s)(um|uh|er|erm)\b[,.]?/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const name = withoutSpelling(said);
  const lead = withoutLead(
    name
      .replace(TAIL, '')
      .replace(/[.!?,;:]+$/g, '')
      .trim(),
  );
  const words = lead.split(/\s+/).filter((word) => word !== '');
  const spelled = spellingIn(spokenWords(said));
  if (words.length === 0 || words.every((word) => NO_NAME.has(plain(word)) || /^.$/.test(word)))
    return spelled === undefined ? undefined : asName(spelled);
  if (
    words.length > MOST_WORDS ||
    words.some((word) => /\d/.test(word)) ||
    NO_NAME.has(plain(words[0] ?? ''))
  )
    return undefined;
  if (words.every((word) => isNumberWord(plain(word)))) return undefined;
  const written = cased(lead);
  return spelled === undefined ? written : corrected(written, asName(spelled));
}

/** A name within another sentence, after an introduction: "my name is Anna". */
export function nameWithin(text: string): string | undefined {
  const cue = CUES.exec(text);
  if (!cue) return undefined;
  const rest = text.slice(cue.index + cue[0].length);
  const end = ENDS.exec(rest)?.index ?? rest.length;
  return nameIn(rest.slice(0, end));
}

const OFFERS =
  /^\W*(?:(?:oh|and|also|um|uh|well|yes|yeah|by the way)\W+)*(?:it's|it is|this is|i'm|i am|under)\s+/i;

/** First and last name, offered in answer to another question: "It's Maria Fernandez". */
export function nameOffered(text: string): string | undefined {
  const rest = text.replace(OFFERS, '');
  const name = rest === text ? undefined : nameIn(rest);
  const words = name?.split(/\s+/) ?? [];
  // Other phrases with this beginning are not capitalized like a name.
  const isWritten = text.includes(name ?? ' ') && words.every((word) => /^\p{Lu}/u.test(word));
  return words.length > 1 && isWritten ? name : undefined;
}

/** "It's, um, it's Smith" has several introductions. */
function withoutLead(name: string): string {
  const rest = name.replace(LEAD, '').trim();
  return rest === '' || rest === name ? name : withoutLead(rest);
}

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}']/gu, '');

/** Recognizers capitalize names, or use no capitals at all; the latter get them here. */
const cased = (name: string): string =>
  /\p{Lu}/u.test(name) ? name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : asName(name);

const withoutSpelling = (text: string): string =>
  text
    .replace(
      /[,;.]?\s*(?:\b(?:that's|that is|it's|and that's)\s+)?\b(?:spelled|spelt|spelling)?\s*(?:\b\p{L}\b[\s,.-]*(?:(?:as in|for)\s+\p{L}+[\s,.-]*)?(?:double\s+)?){3,}$/iu,
      '',
    )
    .replace(/[,;.]?\s*\b(?:that's|spelled|spelt)\s*$/i, '')
    .trim();

function spellingIn(words: readonly Word[]): string | undefined {
  for (let at = 0; at < words.length; at += 1) {
    if ((words[at]?.text.length ?? 0) > 1 && words[at]?.text !== 'double') continue;
    const spelled = readSpelling(words, at);
    if (spelled && spelled.value.length > 2) return spelled.value;
  }
  return undefined;
}

/** Replaces the word that sounds like the spelled name. */
function corrected(name: string, spelled: string): string {
  const words = name.split(/\s+/);
  const at = words.findLastIndex((word) => word.charAt(0).toLowerCase() === spelled.charAt(0).toLowerCase());
  if (at < 0) return words.length === 1 ? `${name} ${spelled}` : [...words.slice(0, -1), spelled].join(' ');
  return words.map((word, index) => (index === at ? spelled : word)).join(' ');
}
