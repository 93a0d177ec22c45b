/** What listeners say to show that they listen (English); it asks for no answer. */
const BACKCHANNELS = new Set([
  ...[
    'mhm',
    'mmhm',
    'mmhmm',
    'mm',
    'mmm',
    'hmm',
    'hm',
    'uh',
    'um',
    'erm',
    'er',
    'uhhuh',
    'huh',
    'ah',
    'oh',
    'aha',
  ],
  ...['ok', 'okay', 'right', 'alright', 'yes', 'yeah', 'yep', 'yup', 'sure', 'great', 'exactly'],
  ...['i see', 'got it', 'uh huh', 'mm hmm', 'mm hm', 'all right'],
]);

/** At most this many words are taken for a backchannel, however often they are repeated ("yeah yeah yeah"). */
const MOST_WORDS = 4;

/** Whether all that was said only shows that the caller listens, so that it doesn't end the agent's sentence. */
export function isBackchannel(text: string): boolean {
  const words = text
    .toLowerCase()
    .replace(/[^a-z\s-]/g, '')
    .replaceAll('-', ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0 || words.length > MOST_WORDS) return false;
  return BACKCHANNELS.has(words.join(' ')) || words.every((word) => BACKCHANNELS.has(word));
}
