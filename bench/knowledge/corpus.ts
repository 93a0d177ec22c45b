import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { htmlText } from '../../src/knowledge/documents/reading/html-text.js';

export interface Text {
  readonly name: string;
  readonly text: string;
}

/** Maximum length of a topic in the bench. */
const MAX_CHARACTERS = 90_000;
/** Shorter READMEs are a title and a link. */
const MIN_CHARACTERS = 2_000;
/** Where bench/knowledge/prepare.sh unpacks Debian's manuals, one folder each. */
const MANUALS = '.cache/manuals';
/** The manual of DEBIAN_QUESTIONS; it comes first. */
const ASKED = 'debian-faq';
/** Indexes and tables of contents: titles of all other pages. */
const NO_TEXT = /(^|[-_/])(genindex|bookindex|search|index|py-modindex|contents|toc)([-_.]|$)/;
/** Folders below node_modules. */
const MAX_DEPTH = 4;

/** The guides of docs/, which the questions are about. */
export function guides(): Text[] {
  return readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && path.basename(file) !== 'README.md')
    .map((file) => ({ name: file.slice(0, -'.md'.length), text: read(path.join('docs', file)) }));
}

/** Pages of Debian's manuals, the queried one first; empty if they were not unpacked. */
export function debianManuals(): Text[] {
  if (!existsSync(MANUALS)) return [];
  const order = (file: string) => (file.startsWith(`${ASKED}/`) ? `0${file}` : `1${file}`);
  return readdirSync(MANUALS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.html') && !NO_TEXT.test(file))
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
    .map((name) => ({
      name: name.slice(-200),
      text: htmlText(readFileSync(path.join(MANUALS, name), 'utf8')).text,
    }))
    .map(({ name, text }) => ({ name, text: text.slice(0, MAX_CHARACTERS) }));
}

/** Documentation of other software: the dependencies' manuals, in a fixed order. */
export function otherManuals(): Text[] {
  return readdirSync('node_modules', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.md$/i.test(file) && file.split(path.sep).length <= MAX_DEPTH)
    .sort()
    .map((name) => ({ name: name.slice(-200), text: read(path.join('node_modules', name)) }))
    .filter(({ text }) => text.length >= MIN_CHARACTERS);
}

const read = (file: string): string => readFileSync(file, 'utf8').slice(0, MAX_CHARACTERS);
