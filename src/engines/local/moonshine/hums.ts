import llamaTokenizer from 'llama-tokenizer-js';
import type { HeardSound, MoonshineModel } from './moonshine-model.js';
import { look } from './look.js';

/** Sounds of those who think, listen or wait. The recogniser writes them down as anything: "Amen.", "Come there." */
const HUMS = 'Mm|Mmm|Mm, mm|Mm-hmm|Mhm|Hm|Hmm|Hmm, hmm|Um|Uh|Uh, um|Er|Erm'
  .split('|')
  .map((hum) => llamaTokenizer.encode(`${hum}.`, false));

/** Of a hum no more is written down, and it is no longer. */
const MOST_TOKENS = 8;
const LONGEST_S = 2.5;

/** With a margin (natural logarithm) below it, a hum was heard. */
const LEAST_MARGIN = 7;

/** Words as short as a hum that callers say alone, and hums that are answers. */
const SAID_ALONE = new Set(
  (
    'yes yeah yep no nope now hi hello hey bye okay ok sure right stop wait what who why how when where help please ' +
    'sorry thanks pardon maybe one two three four five six seven eight nine ten none home here there you me mm-hmm uh-huh'
  ).split(' '),
);

/** Whether a sound was a hum rather than the words that were found. */
export async function isHum(
  model: MoonshineModel,
  heard: HeardSound,
  seconds: number,
  tokens: readonly number[],
): Promise<boolean> {
  if (seconds > LONGEST_S || tokens.length > MOST_TOKENS) return false;
  const text = llamaTokenizer.decode([...tokens], false);
  if (SAID_ALONE.has(text.toLowerCase().replace(/[^a-z-]/g, ''))) return false;
  return (await look(model, heard, seconds, HUMS)).margin < LEAST_MARGIN;
}
