import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Text {
  readonly name: string;
  readonly text: string;
}

/** As much of a text as one topic of the bench takes. */
const MAX_CHARACTERS = 90_000;
/** Shorter READMEs are a title and a link. */
const MIN_CHARACTERS = 2_000;
/** Folders below node_modules. */
const MAX_DEPTH = 4;

/** The guides of docs/, which the questions are about. */
export function guides(): Text[] {
  return readdirSync('docs')
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ name: file.slice(0, -'.md'.length), text: read(path.join('docs', file)) }));
}

/** What other people wrote about other software: the manuals that came with the dependencies, in one order. */
export function otherManuals(): Text[] {
  return readdirSync('node_modules', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.md$/i.test(file) && file.split(path.sep).length <= MAX_DEPTH)
    .sort()
    .map((name) => ({ name: name.slice(-200), text: read(path.join('node_modules', name)) }))
    .filter(({ text }) => text.length >= MIN_CHARACTERS);
}

const read = (file: string): string => readFileSync(file, 'utf8').slice(0, MAX_CHARACTERS);
