import { SentenceEmbedder } from '../src/engines/local/embeddings/sentence-embedder.js';
import { FormTurns } from '../src/pipeline/llm/forms/form-turns.js';
import { IntentModel } from '../src/pipeline/llm/intents/intent-model.js';
import { spokenName } from '../src/pipeline/llm/intents/replies.js';
import type { Transcript } from '../src/pipeline/stages/index.js';
import { ExampleVectors } from '../src/pipeline/starter/example-vectors.js';
import { keptVectors } from '../src/pipeline/starter/kept-vectors.js';
import type { CallKnowledge, KnowledgePassage } from '../src/voice/call-knowledge.js';
import { demoTrade, FORM } from './keyless/demo-questions.js';
import { SpokenQuestions, withoutPauses } from './keyless/spoken-questions.js';
import { documentOf, type Trade, trades } from './keyless/trades.js';
import { benchOptions } from './support/options.js';
import { percentile } from './support/statistics.js';

const { set, wrong, demo, voice, every, line } = benchOptions(
  'keyless',
  `How many questions the keyless agent answers rightly: agents of some trades, questions in other words than their
examples, with fillers and pauses, about other things, and of what only topics answer.`,
  {
    set: ['all', 'development, held-out, plain, mixed, demo or all'],
    wrong: [false, 'print each wrong answer'],
    demo: ['bench/keyless/demo.tsv', 'file of the questions to the agent of `npm start`'],
    voice: ['', 'ask by voice, offline: natural, or names with commas (bench/recognition/prepare.sh)'],
    every: [1, 'by voice, ask only each Nth question'],
    line: ['wideband', 'what is between them, as in bench:recognition'],
  },
);

const embedder = await SentenceEmbedder.load();
const voices = voice === 'natural' ? ['af_heart', 'am_adam', 'bf_emma', 'bm_lewis'] : voice.split(',');
const spoken = voice === '' ? undefined : await SpokenQuestions.create(voices, line);
const embed = keptVectors((texts) => Promise.all(texts.map((text) => embedder.embed(text))));
const examples = new ExampleVectors(embed);
const times: number[] = [];
let count = 0;
const SLOW_MS = 650;
const responses: { readonly kind: string; readonly isEarly: boolean; readonly responseMs: number }[] = [];
/** Questions that were refused although an intent answers them, and how many refusals offered it. */
const refused = { questions: 0, offered: 0 };

const isHonest = (answer: string) =>
  /^(I don't know|I can't answer|That I don't know|Sorry, I didn't)/.test(answer);

async function askAll(trade: Trade) {
  const replyOf = (intent: string) => trade.intents[intent]?.reply ?? '';
  const expecting = (asked: Trade['questions']) =>
    asked.map(([said, intent]) => [said, replyOf(intent)] as const);
  return {
    ...(await ask('questions', trade, expecting(trade.questions), (answer, reply) => answer === reply)),
    ...(await ask('pauses', trade, expecting(trade.pauses), (answer, reply) => answer === reply)),
    ...(await ask('asked', trade, trade.asked, (answer, part) => answer.includes(part))),
    ...(await ask(
      'others',
      trade,
      trade.others.map((said) => [said, ''] as const),
      isHonest,
    )),
  };
}

async function ask(
  kind: string,
  trade: Trade,
  asked: readonly (readonly [string, string])[],
  isRight: (answer: string, expected: string) => boolean,
) {
  let [right, all] = [0, 0];
  for (const [said, expected] of asked) {
    const at = count++;
    if (spoken && at % every !== 0) continue;
    all++;
    const heard = spoken ? await listen(spoken, at, kind, trade, said) : { text: withoutPauses(said) };
    const answer = await answerTo(trade, heard);
    if (isRight(answer, expected)) {
      right++;
      continue;
    }
    if (isHonest(answer)) countRefusal(trade, answer, expected);
    if (wrong) console.log(`${trade.name} ${kind}: ${said} = ${heard.text} -> ${answer} (${expected})`);
  }
  return { [kind]: `${right}/${all}` };
}

async function listen(caller: SpokenQuestions, at: number, kind: string, trade: Trade, said: string) {
  const { heard, responseMs = Infinity } = await caller.ask(at, documentOf(trade), said);
  const isEarly = responseMs < 0;
  responses.push({ kind, isEarly, responseMs });
  if (wrong && (isEarly || responseMs > SLOW_MS))
    console.log(
      `${trade.name} ${kind}: ${said} = ${heard.text} -> ${isEarly ? 'too early' : `${responseMs} ms`}`,
    );
  return heard;
}

function countRefusal({ intents }: Trade, answer: string, expected: string) {
  const name = Object.keys(intents).find((one) => intents[one]?.reply === expected);
  if (name === undefined) return;
  refused.questions++;
  const spoken = spokenName(name);
  if (spoken !== undefined && answer.includes(spoken)) refused.offered++;
}

async function answerTo(trade: Trade, heard: Transcript): Promise<string> {
  const agent = documentOf(trade);
  const emit = () => undefined;
  const model = new IntentModel(
    {
      ...{ accountId: 'acc_1', embed, examples, emit },
      knowledge: knowledgeOf(trade),
      // Generous, for a busy machine.
      patienceMs: 60_000,
    },
    new FormTurns({ nowMs: () => Date.now(), emit }),
  );
  const request = { agent, tools: [], modelId: undefined, temperature: undefined };
  await examples.of('acc_1', agent.intents ?? []);
  const before = process.cpuUsage();
  let answer = '';
  const { text: content, doubtful } = heard;
  const messages = [{ role: 'user' as const, content, doubtful }];
  for await (const piece of model.reply({ ...request, messages, signal: new AbortController().signal })) {
    if (piece.kind === 'form') answer = FORM;
    else if (piece.kind === 'text' && answer !== FORM) answer += piece.delta;
  }
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1_000);
  return answer;
}

/** All topics, as a search would find them in such a small collection. */
function knowledgeOf({ topics }: Trade): CallKnowledge {
  const passages = Object.entries(topics).map(([name, text]): KnowledgePassage => ({
    id: `top_${name}`,
    name,
    title: '',
    text,
    actions: '',
  }));
  return {
    mode: 'ahead',
    waitMs: 150,
    search: () => Promise.resolve({ passages }),
    topicNames: () => Promise.resolve(Object.keys(topics)),
  };
}

function totals(rows: readonly Record<string, string>[]) {
  const kinds = ['questions', 'pauses', 'asked', 'others'];
  return Object.fromEntries(
    kinds.map((kind) => {
      const counts = rows.map((row) => (row[kind] ?? '0/0').split('/').map(Number));
      const sum = (at: number) => counts.reduce((total, count) => total + (count[at] ?? 0), 0);
      return [kind, `${sum(0)}/${sum(1)}`];
    }),
  );
}

const rows = [];
for (const trade of [...(await trades()), await demoTrade(demo)]) {
  if (set !== 'all' && trade.set !== set) continue;
  rows.push({ agent: trade.name, set: trade.set, ...(await askAll(trade)) });
}
console.table(rows);
for (const part of new Set(rows.map((row) => row.set)))
  console.log(part, totals(rows.filter((row) => row.set === part)));
console.log('refused although an intent answers', refused);
console.log(
  `ms of a processor a turn: p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)}`,
);
if (spoken) {
  await spoken.close();
  for (const kind of new Set(responses.map((each) => each.kind))) {
    const some = responses.filter((each) => each.kind === kind);
    const times = some.filter(({ isEarly }) => !isEarly).map(({ responseMs }) => responseMs);
    console.log(
      `${kind}: began too early ${some.length - times.length}/${some.length}; response p50 ${percentile(times, 0.5)}, p95 ${percentile(times, 0.95)} ms`,
    );
  }
}
