import { getDocumentProxy } from 'unpdf';
import { projectFile } from '../../../common/assets/index.js';
import { inReadingOrder } from './pdf-columns.js';
import { beginsLike } from './decode-text.js';
import { tooLong, UnreadableFile } from './reading-messages.js';

interface Line {
  readonly text: string;
  /** Height of its letters, in points. */
  readonly height: number;
}

interface Limits {
  readonly maxPages: number;
  readonly maxCharacters: number;
}

/** Size of a heading's letters relative to the body text. */
const HEADING_RATIO = 1.15;
const LONGEST_HEADING = 120;
const HEADING_LEVELS = 3;

/**
 * The text of a PDF, with lines in larger letters as Markdown headings. Runs no scripts, decodes no images and fetches
 * nothing.
 * @throws UnreadableFile
 */
export async function pdfText(content: Uint8Array, limits: Limits): Promise<{ text: string; pages: number }> {
  if (!beginsLike(content, '%PDF-')) throw new UnreadableFile('DOCUMENT_UNREADABLE', 'This is not a PDF.');
  const pdf = await opened(content);
  if (pdf.numPages > limits.maxPages) {
    throw new UnreadableFile(
      'DOCUMENT_TOO_LONG',
      `The document has more than ${limits.maxPages} pages. Split it.`,
    );
  }
  const lines: Line[] = [];
  let characters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const found = await linesOf(pdf, number);
    for (const { text } of found) characters += text.length + 1;
    if (characters > limits.maxCharacters) throw tooLong(limits.maxCharacters);
    lines.push(...found, { text: '', height: 0 });
  }
  return { text: withHeadings(lines), pages: pdf.numPages };
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

async function opened(content: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(Uint8Array.from(content), {
      verbosity: 0,
      // Character maps of Chinese, Japanese and Korean documents that do not embed their own.
      cMapUrl: `${projectFile('assets', 'cmaps')}/`,
      cMapPacked: true,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new UnreadableFile('DOCUMENT_ENCRYPTED', 'The PDF asks for a password. Send it without one.');
    throw broken();
  }
}

async function linesOf(pdf: Pdf, number: number): Promise<Line[]> {
  const { items } = await pdf
    .getPage(number)
    .then((page) => page.getTextContent())
    .catch(() => {
      throw broken();
    });
  const lines: Line[] = [];
  let [text, height] = ['', 0];
  for (const item of inReadingOrder(items.filter((item) => 'str' in item))) {
    text += item.str;
    if (item.str.trim() !== '') height = Math.max(height, item.height);
    if (!item.hasEOL) continue;
    lines.push({ text: text.trim(), height });
    [text, height] = ['', 0];
  }
  return [...lines, { text: text.trim(), height }];
}

const broken = () =>
  new UnreadableFile('DOCUMENT_UNREADABLE', 'The PDF is broken. Open it, and save or print it to a new one.');

function withHeadings(lines: readonly Line[]): string {
  const usual = usualHeight(lines);
  const isHeading = ({ text, height }: Line) =>
    height >= usual * HEADING_RATIO && text.length <= LONGEST_HEADING && /\p{L}/u.test(text);
  const heights = [...new Set(lines.filter(isHeading).map(({ height }) => Math.round(height)))];
  const levels = heights.sort((a, b) => b - a);
  return lines
    .map((line) => {
      if (!isHeading(line)) return line.text;
      const level = Math.min(levels.indexOf(Math.round(line.height)) + 1, HEADING_LEVELS);
      return `\n${'#'.repeat(level)} ${line.text}\n`;
    })
    .join('\n');
}

/** The most frequent letter height. */
function usualHeight(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const { text, height } of lines) {
    const rounded = Math.round(height);
    letters.set(rounded, (letters.get(rounded) ?? 0) + text.length);
  }
  const [[usual] = [0]] = [...letters].sort(([, a], [, b]) => b - a);
  return usual || Number.POSITIVE_INFINITY;
}
