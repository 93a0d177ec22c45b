import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { expectedSentences } from '../src/pipeline/starter/expected-sentences.js';
import { defaultStarterDocument } from '../src/pipeline/starter/index.js';
import { turnTakingParameters } from '../src/voice/turns/index.js';
import { startStandInAgents } from './dialogues/stand-in-agents.js';
import { makeCorpus, type CorpusName, type DuplexEvent } from './duplex/corpus.js';
import { OfflineEar, type WordsKnown } from './duplex/offline-ear.js';
import { HEADER, isRight, rows, type Outcome } from './duplex/score.js';
import { SpeechSources } from './duplex/speech-sources.js';
import { publishTalkingAgent } from './duplex/talking-agent.js';
import { overTheWire } from './duplex/wire-call.js';
import { startService } from './support/service.js';
import { round } from './support/statistics.js';

/**
 * npm run bench:duplex: what becomes of an agent's speech when the caller interrupts it, shows that it listens, coughs,
 * or talks to somebody else; over real WebRTC calls, judged by what the caller hears. `--agent` is starter, cascade or
 * realtime-own-turns. `--offline` puts the same audio straight into voice detection and turn-taking, faster than real
 * time. `--corpus development` is what decisions are tuned on; `--every 3` takes each third event; `--wrong` lists what
 * went wrong.
 */
const { values } = parseArgs({
  options: {
    offline: { type: 'boolean', default: false },
    agent: { type: 'string', default: 'starter' },
    corpus: { type: 'string', default: 'reported' },
    words: { type: 'string', default: 'streaming' },
    calls: { type: 'string', default: '4' },
    every: { type: 'string', default: '1' },
    wrong: { type: 'boolean', default: false },
  },
});
const AGENTS = ['starter', 'cascade', 'realtime-own-turns'];
if (!AGENTS.includes(values.agent)) throw new Error(`--agent is one of ${AGENTS.join(', ')}`);
const CORPORA: readonly CorpusName[] = ['development', 'reported'];
const corpusName = CORPORA.find((name) => name === values.corpus);
if (!corpusName) throw new Error(`--corpus is one of ${CORPORA.join(', ')}`);
const WORDS: readonly WordsKnown[] = ['streaming', 'afterwards', 'never'];
const words = WORDS.find((known) => known === values.words);
if (!words) throw new Error(`--words is one of ${WORDS.join(', ')}`);

const sources = await SpeechSources.create();
const corpus = (await makeCorpus(corpusName, sources)).filter(
  (_, index) => index % Number(values.every) === 0,
);
await sources.close();
const outcomes = values.offline ? await offline(corpus, words) : await online(corpus);
for (const { event, silentMs } of values.wrong ? outcomes.filter((one) => !isRight(one)) : []) {
  console.log(`${event.kind}, ${event.group}, "${event.text}" of ${event.voice}: ${silentMs ?? 'went on'}`);
}
console.log(
  [HEADER, ...rows(values.offline ? `offline, words ${words}` : values.agent, outcomes)].join('\n'),
);
console.log(`\nLoad average of the machine over the last minute: ${round(loadavg()[0] ?? 0)}.`);

async function offline(events: readonly DuplexEvent[], known: WordsKnown): Promise<Outcome[]> {
  const ear = await OfflineEar.create(expectedSentences(defaultStarterDocument()));
  const parameters = turnTakingParameters({}, { guessesWords: known === 'streaming' });
  const heard: Outcome[] = [];
  for (const event of events) {
    heard.push({ event, silentMs: (await ear.hear(event.samples, parameters, known)).silentMs });
  }
  await ear.close();
  return heard;
}

async function online(events: readonly DuplexEvent[]): Promise<Outcome[]> {
  const standIns = values.agent === 'starter' ? undefined : await startStandInAgents();
  // On a machine that is busy with other things as well, each call is late and still counts.
  const service = await startService({ ...standIns?.env, MEDIA_OVERLOAD_LAG_MS: '0' });
  try {
    await publishTalkingAgent(service.access);
    const { baseUrl, connectorToken: token } = service.access;
    const mode = values.agent === 'cascade' ? 'traditional' : 'end-to-end';
    return await overTheWire({ baseUrl, token, mode }, events, Number(values.calls));
  } finally {
    await service.stop();
    await standIns?.close();
  }
}
