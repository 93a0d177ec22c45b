/** Lines of only these marks are rules, heading underlines, and the second line of tables. */
const MARKS_ALONE = /^[-*_=|:+#~]{3,}$/;
const FENCE = /^[\s>]*(?:`{3,}|~{3,})[^`]*$/;
const DEFINITION = /^\s*\[[^\]]+\]:\s*\S+(?:\s+["'(].*)?$/;
/** Marks of a quotation, followed by those of a heading, list item or table row. */
const LINE_MARK = /^(?:\s*>)*\s*(?:(#{1,6})\s+|([-–—*+•‣◦▪])\s+(?:\[[ xX]\]\s+)?)?/;
const NUMBERED = /^[\s>]*\d{1,3}[.)]\s/;
const ROW = /^\s*\||\s\|\s/;

/** Keeps the text of a link or picture, and removes the target of a reference. */
const LINK =
  /!?\[((?:[^[\]]|\[[^[\]]*\])*)\](?:\(\s*[^\s()]*(?:\([^\s()]*\)[^\s()]*)*(?:\s+["'(][^()]*["')])?\s*\)|\[[^\]]*\])/g;
/** The end of a link that was cut. */
const END_OF_LINK = /\]\([^\s()]*\)/g;
const FOOTNOTE = /\[\^?\d{1,3}\]:?(?!\()|【[^】]*】/g;
const AUTOLINK = /<((?:https?:\/\/|mailto:)[^<>\s]+|[^<>\s@]+@[^<>\s@]+)>/gi;
/** HTML for layout; other tags may be SSML for the voice. */
const BREAK = /<\/?(?:br|p|div|li|ul|ol|tr|h[1-6]|hr|table|blockquote|pre)(?:\s[^<>]*)?\/?>/gi;
const TAG =
  /<\/?(?:a|b|big|center|code|del|em|font|i|img|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tbody|td|th|thead|tt|u)(?:\s[^<>]*)?\/?>/gi;
const ENTITY = /&(amp|lt|gt|quot|apos|nbsp|#39);/g;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

/** Markup characters in addresses are left alone. */
const ADDRESS = /((?:https?:\/\/|www\.)[^\s<>"]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/i;
const ESCAPED = /\\([!-/:-@[-`{-~])/g;
/** "2 * 3" and "a_b" are not emphasis. */
const EMPHASIS = /(?<!\d\s?)\*+|\*+(?!\s?\d)|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|~{2,}|`+/gu;
const MARKS_AT_END = /[*`~]+(?=[\p{P}\s]*$)/u;

/** Arrows, frames, stars and the like. */
const ARROW = /\s*[→⇒➔➜➡]\ufe0f?\s*/g;
const SYMBOL = /[\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2b00-\u2bff]/g;

/** Emoji of one or several characters, with joiners and modifiers; trademark signs are excluded. */
const EMOJI =
  /(?:(?![©®™])\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier})[\ufe0e\ufe0f\u200d\u20e3\u{e0020}-\u{e007f}]*|[\ufe0f\u20e3]/gu;
const EMOTICON = /(?<=^|\s)[:;=]-?[()DPp](?=$|[\s.,!?])/g;

/** Marks the place of removed text. */
const GAP = '\u0000';

/**
 * Removes from a piece of an answer what cannot be spoken: Markdown, HTML, emoji. Numbers and addresses stay. List
 * items, headings and table rows end as sentences do. Empty if nothing is left.
 */
export function speakableText(piece: string): string {
  const lines = piece.replace(BREAK, '\n').split('\n');
  const plain = lines.map((line, at) => plainLine(line, lines[at + 1]));
  const text = plain.filter((line) => line !== '').join(' ');
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

function plainLine(line: string, next: string | undefined): string {
  if (MARKS_ALONE.test(line.replace(/[\s>]/g, '')) || FENCE.test(line) || DEFINITION.test(line)) return '';
  const mark = markOf(line);
  const words = line.slice(mark.length);
  const text = plainWords(
    ROW.test(line) ? cellsOf(words) : words.replace(mark.includes('#') ? /\s#+\s*$/ : '', ''),
  );
  const isPart = next !== undefined && (isItem(line) || isItem(next));
  return isPart && /[\p{L}\p{M}\p{N}]$/u.test(text) ? `${text}.` : text;
}

const markOf = (line: string): string => LINE_MARK.exec(line)?.[0] ?? '';
const isItem = (line: string): boolean =>
  ROW.test(line) || NUMBERED.test(line) || /[^\s>]/.test(markOf(line));

const cellsOf = (row: string): string =>
  row
    .split('|')
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');

function plainWords(text: string): string {
  const unlinked = text
    .replace(LINK, '$1')
    .replace(END_OF_LINK, '')
    .replace(FOOTNOTE, GAP)
    .replace(AUTOLINK, '$1')
    .replace(TAG, '')
    .replace(ENTITY, (_entity, name: string) => ENTITIES[name] ?? '');
  return unlinked
    .split(ADDRESS)
    .map((part, at) => (at % 2 === 1 ? part.replace(MARKS_AT_END, '') : withoutMarks(part)))
    .join('')
    .replace(/[ \t]*\u0000[ \t\u0000]*(?=[.,!?;:)，。！？；：]|$)/g, '')
    .replace(/\s*\u0000\s*/g, ' ')
    .replace(/[ \t]{2,}/g, ' ')
    .trim();
}

const withoutMarks = (text: string): string =>
  text
    .replace(ESCAPED, '$1')
    .replace(EMPHASIS, '')
    .replace(EMOTICON, GAP)
    .replace(ARROW, ', ')
    .replace(EMOJI, GAP)
    .replace(SYMBOL, GAP);
