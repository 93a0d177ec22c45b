export interface TextPassage {
  readonly title: string;
  readonly text: string;
}

/** Target length of a passage: some 250 words, so that several fit into a model's prompt. */
const WANTED_CHARACTERS = 1_000;
const MOST_CHARACTERS = 1_600;

const HEADING = /^(#{1,6})\s+(.*)$/;
/** Half of a surrogate pair, left when a text is cut within it; PostgreSQL rejects it. */
const HALF_A_CHARACTER = /\p{Surrogate}$/u;
/** Longer headings are truncated. */
const MOST_OF_HEADING = 200;
const FENCE = /^\s*(```|~~~)/;

/**
 * Splits plain text or Markdown into passages: at headings, then between paragraphs, and only then within one. A
 * passage's title is its headings.
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

/** `## Parking ##` is `Parking`. No regular expression: it would take quadratic time. */
function withoutClosingMarks(heading: string): string {
  let end = heading.trimEnd().length;
  while (end > 0 && heading[end - 1] === '#') end--;
  return heading.slice(0, end).trim();
}

/** Splits a long paragraph at sentence ends or, without any, at blanks. */
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

/** Joins short pieces as long as they fit. */
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
