/** How callers begin who want something of an agent that speaks, or all that they say to it (English). */
export const ASKING: readonly string[] = [
  ...['stop', 'stop it', 'wait', 'wait wait', 'wait a minute', 'wait a moment', 'hold on', 'hang on'],
  ...['no', 'no no', 'not now', 'enough', 'never mind', 'shut up', 'be quiet', 'cancel', 'but', 'please'],
  ...['one moment', 'just a moment', 'excuse me', 'pardon', 'pardon me', 'sorry', 'sorry what', 'listen'],
  ...['hello', 'hey', 'question', 'I have a question', 'help', 'again', 'repeat', 'operator', 'agent'],
  ...['what', 'what is', 'who', 'how', 'when', 'where', 'why', 'can you', 'could you', 'I want'],
  ...['thank you', 'goodbye'],
];

/** What they say to show that they listen, or while they think. */
export const LISTENING: readonly string[] = [
  ...[
    'yeah',
    'yeah yeah',
    'yes',
    'yes yes',
    'yep',
    'okay',
    'OK',
    'okay okay',
    'oh okay',
    'sure',
    'of course',
  ],
  ...['right', 'right right', 'ah right', 'all right', 'alright', 'I see', 'I know', 'got it', 'exactly'],
  ...['great', 'good', 'fine', 'cool', 'nice', 'wow', 'really', 'true', 'interesting'],
  ...['mm-hmm', 'uh-huh', 'mhm', 'hmm', 'mm', 'ah', 'oh', 'um', 'uhm', 'uh', 'er', 'erm', 'hm', 'ahem'],
];
