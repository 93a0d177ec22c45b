import llamaTokenizer from 'llama-tokenizer-js';
import { END_TOKEN, type HeardSound, type MoonshineModel } from './moonshine-model.js';
import { likeliestTokens, withoutRepetition } from './tokens.js';

/** Maximum tokens per second of sound; a recognizer that emits more repeats itself. */
const TOKENS_A_SECOND = 6.5;
/** Phrases this much less likely than the free transcript (natural logarithm) are pruned. */
const GIVEN_UP = 8;

/**
 * The recognizer transcribes hums and similar sounds as arbitrary words, so their likelihood is reported beside the
 * transcript.
 */
const HUMS = [
  ...['Mm-hmm.', 'Mmm.', 'Mhm.', 'Hmm.', 'Uh-huh.', 'Um.', 'Uh.', 'Er.', 'Um, um.', 'Uh, um.', 'Oh.', 'Ah.'],
  ...[
    'Yeah.',
    'Yes.',
    'Yep.',
    'Okay.',
    'Right.',
    'All right.',
    'Sure.',
    'I see.',
    'Got it.',
    'Great.',
    'Nice.',
  ],
  ...['Good.', 'Wow.', 'Oh, okay.', 'Oh yeah.', 'Yeah, okay.', 'Okay, yeah.', 'Mm-hmm, yeah.'],
].map((phrase) => llamaTokenizer.encode(phrase, false));

/** A partial transcript of speech in progress. */
export interface Looked {
  /** The most likely transcript so far. */
  readonly text: string;
  /** How much likelier the transcript is than the likeliest hum (difference of natural logarithms), at most 8. */
  readonly margin: number;
}

interface Followed {
  readonly tokens: readonly number[];
  readonly logLikelihood: number;
  /** Its index in the previous prediction. */
  readonly origin: number;
  /** The hum that is scored; absent for the free transcript. */
  readonly hum?: readonly number[];
}

/**
 * Decodes greedily, and scores all hums in parallel.
 * @param seconds Length of the sound.
 * @param hums Each as its tokens.
 */
export async function look(
  model: MoonshineModel,
  heard: HeardSound,
  seconds: number,
  hums: readonly (readonly number[])[] = HUMS,
): Promise<Looked> {
  const most = Math.ceil(seconds * TOKENS_A_SECOND) + 2;
  const start = { tokens: [], logLikelihood: 0, origin: 0 };
  let live: Followed[] = [start, ...hums.map((hum) => ({ ...start, hum }))];
  let said: Followed = start;
  let hummed = -Infinity;
  let predicted = await model.begin(heard);
  for (let length = 0; live.length > 0; length++) {
    const { logLikelihoods } = predicted;
    const next = live.flatMap((from): Followed[] => {
      const row = logLikelihoods[from.origin] ?? new Float32Array(0);
      const isLast = from.hum ? length === from.hum.length : length === most;
      const token = isLast ? END_TOKEN : (from.hum?.[length] ?? likeliestTokens(row, 1, 0)[0] ?? END_TOKEN);
      const logLikelihood = from.logLikelihood + (row[token] ?? -Infinity);
      const gone = { ...from, tokens: [...from.tokens, token], logLikelihood };
      if (!from.hum) said = { ...from, logLikelihood };
      if (token !== END_TOKEN) return [gone];
      if (from.hum) hummed = Math.max(hummed, logLikelihood);
      return [];
    });
    live = next.filter(({ hum, logLikelihood }) => !hum || logLikelihood > said.logLikelihood - GIVEN_UP);
    if (live.length === 0) break;
    const origins = live.map(({ origin }) => origin);
    const last = live.map(({ tokens }) => tokens.at(-1) ?? 0);
    predicted = await model.goOn(heard, predicted.gone, origins, last);
    live = live.map((one, origin) => ({ ...one, origin }));
  }
  return {
    text: llamaTokenizer.decode([...withoutRepetition(said.tokens)], false),
    margin: Math.min(GIVEN_UP, said.logLikelihood - hummed),
  };
}
