import llamaTokenizer from 'llama-tokenizer-js';
import type { HeardSound, MoonshineModel } from './moonshine-model.js';
import { look } from './look.js';

/**
 * Sounds of thinking, listening or waiting. The recognizer transcribes them as arbitrary words: "Amen.", "Come there."
 */
const HUMS = 'Mm|Mmm|Mm, mm|Mm-hmm|Mhm|Hm|Hmm|Hmm, hmm|Um|Uh|Uh, um|Er|Erm'
  .split('|')
  .map((hum) => llamaTokenizer.encode(`${hum}.`, false));

/** Limits of a hum's transcript and duration. */
const MOST_TOKENS = 8;
const MOST_WORDS = 3;
const LONGEST_S = 2.5;

/** Below this margin (natural logarithm) the sound counts as a hum. */
const LEAST_MARGIN = 7;

/** Short words that callers say alone, and hums that are answers. */
const SAID_ALONE = new Set(
  (
    'yes yeah yep no nope now hi hello hey bye okay ok sure right stop wait what who why how when where help please ' +
    'sorry thanks pardon maybe one two three four five six seven eight nine ten none home here there you me mm-hmm uh-huh'
  ).split(' '),
);

/** Whether a sound was a hum rather than the transcribed words. */
export async function isHum(
  model: MoonshineModel,
  heard: HeardSound,
  seconds: number,
  tokens: readonly number[],
): Promise<boolean> {
  if (seconds > LONGEST_S || tokens.length > MOST_TOKENS) return false;
  const text = llamaTokenizer.decode([...tokens], false);
  if (text.trim().split(/\s+/).length > MOST_WORDS) return false;
  if (SAID_ALONE.has(text.toLowerCase().replace(/[^a-z-]/g, ''))) return false;
  return (await look(model, heard, seconds, HUMS)).margin < LEAST_MARGIN;
}
