import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { expectedSentences } from '../src/pipeline/starter/expected-sentences.js';
import { defaultStarterDocument } from '../src/pipeline/starter/index.js';
import { turnTakingParameters } from '../src/voice/turns/index.js';
import { makeCorpus, type CorpusName } from './duplex/corpus.js';
import { OfflineEar, type WordsKnown } from './duplex/offline-ear.js';
import { HEADER, isRight, rows, type Outcome } from './duplex/score.js';
import { SpeechSources } from './duplex/speech-sources.js';
import { round } from './support/statistics.js';

const { values } = parseArgs({
  options: {
    offline: { type: 'boolean', default: false },
    corpus: { type: 'string', default: 'reported' },
    words: { type: 'string', default: 'streaming' },
    wrong: { type: 'boolean', default: false },
  },
});

const sources = await SpeechSources.create();
const corpus = await makeCorpus(values.corpus as CorpusName, sources);
await sources.close();
const ear = await OfflineEar.create(expectedSentences(defaultStarterDocument()));
const parameters = turnTakingParameters({}, { guessesWords: values.words === 'streaming' });
const outcomes: Outcome[] = [];
for (const event of corpus) {
  const heard = await ear.hear(event.samples, parameters, values.words as WordsKnown);
  const outcome = { event, silentMs: heard.silentMs };
  outcomes.push(outcome);
  if (values.wrong && !isRight(outcome)) console.log(event.kind, event.group, event.text, event.voice, heard);
}
console.log([HEADER, ...rows(values.words, outcomes)].join('\n'));
console.log(`\nLoad average of the machine over the last minute: ${round(loadavg()[0] ?? 0)}.`);
await ear.close();
