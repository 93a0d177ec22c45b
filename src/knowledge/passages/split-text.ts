/** A piece of a text, and what it is about. */
export interface TextPassage {
  readonly title: string;
  readonly text: string;
}

/** Passages are about so long, in characters: some 250 words, of which a model can be given several. */
const WANTED_CHARACTERS = 1_000;
const MOST_CHARACTERS = 1_600;

const HEADING = /^(#{1,6})\s+(.*)$/;
/** What is left of one beyond U+FFFF when a text is cut within it; PostgreSQL refuses it. */
const HALF_A_CHARACTER = /\p{Surrogate}$/u;
/** How much of a heading is kept. */
const MOST_OF_HEADING = 200;
const FENCE = /^\s*(```|~~~)/;

/**
 * Splits a text, or Markdown, into passages: at its headings, then between paragraphs, and only then within one. The
 * title of a passage is the headings that it stands under.
 */
export function splitText(text: string): TextPassage[] {
  return sectionsOf(text).flatMap(({ title, paragraphs }) =>
    joined(paragraphs.flatMap(pieces)).map((piece) => ({ title, text: piece })),
  );
}

interface Section {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  const headings: (string | undefined)[] = [];
  let lines: string[] = [];
  let fenced = false;
  const close = () => {
    const paragraphs = lines
      .join('\n')
      .split(/\n\s*\n/)
      .map((one) => one.trim());
    const title = headings.filter((heading) => heading !== undefined && heading !== '').join(' › ');
    sections.push({ title, paragraphs: paragraphs.filter((one) => one !== '') });
    lines = [];
  };
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (FENCE.test(line)) fenced = !fenced;
    const [, marks = '', heading = ''] = (!fenced && HEADING.exec(line)) || [];
    if (marks === '') {
      lines.push(line);
      continue;
    }
    close();
    headings.length = Math.min(headings.length, marks.length - 1);
    headings[marks.length - 1] = withoutClosingMarks(
      heading.slice(0, MOST_OF_HEADING).replace(HALF_A_CHARACTER, ''),
    );
  }
  close();
  return sections.filter(({ paragraphs }) => paragraphs.length > 0);
}

/** `## Parking ##` is `Parking`. By hand, since a pattern takes a time that grows with the square of the length. */
function withoutClosingMarks(heading: string): string {
  let end = heading.trimEnd().length;
  while (end > 0 && heading[end - 1] === '#') end--;
  return heading.slice(0, end).trim();
}

/** A paragraph that is too long, at the ends of its sentences or, without any, at blanks. */
function pieces(paragraph: string): string[] {
  const found: string[] = [];
  let rest = paragraph;
  while (rest.length > MOST_CHARACTERS) {
    const head = rest.slice(0, MOST_CHARACTERS);
    const sentence = Math.max(...['. ', '! ', '? ', '\n', '。'].map((end) => head.lastIndexOf(end)));
    const blank = head.lastIndexOf(' ');
    const whole = head.replace(HALF_A_CHARACTER, '').length;
    const cut = sentence > WANTED_CHARACTERS / 2 ? sentence + 1 : blank > 0 ? blank : whole;
    found.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trimStart();
  }
  return rest === '' ? found : [...found, rest];
}

/** Short pieces together, as long as they fit. */
function joined(parts: readonly string[]): string[] {
  const passages: string[] = [];
  for (const part of parts) {
    const last = passages.at(-1);
    if (last !== undefined && last.length + part.length < WANTED_CHARACTERS)
      passages[passages.length - 1] = `${last}\n${part}`;
    else passages.push(part);
  }
  return passages;
}
