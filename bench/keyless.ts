import { readFile } from 'node:fs/promises';
import { SentenceEmbedder } from '../src/engines/local/embeddings/sentence-embedder.js';
import { IntentModel } from '../src/pipeline/llm/intents/intent-model.js';
import { spokenName } from '../src/pipeline/llm/intents/replies.js';
import { ExampleVectors } from '../src/pipeline/starter/example-vectors.js';
import { keptVectors } from '../src/pipeline/starter/kept-vectors.js';
import type { CallKnowledge, KnowledgePassage } from '../src/voice/call-knowledge.js';
import { intentsOf, type Trade, trades } from './keyless/trades.js';
import { benchOptions } from './support/options.js';
import { percentile } from './support/statistics.js';

const { set, wrong, transcripts } = benchOptions(
  'keyless',
  `How many questions the keyless agent answers rightly: agents of some trades, questions in other words than their
examples, with fillers and pauses, about other things, and of what only topics answer.`,
  {
    set: ['all', 'development, held-out, plain, mixed or all'],
    wrong: [0, '1: prints each wrong answer'],
    transcripts: [
      '',
      'a file of what a recognizer made of the sentences, tab-separated: sentence, transcript',
    ],
  },
);

const embedder = await SentenceEmbedder.load();
const heardAs = await readTranscripts(transcripts);
const embed = keptVectors((texts) => Promise.all(texts.map((text) => embedder.embed(text))));
const examples = new ExampleVectors(embed);
const times: number[] = [];
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
  let right = 0;
  for (const [said, expected] of asked) {
    const answer = await answerTo(trade, heardAs.get(said) ?? said);
    if (isRight(answer, expected)) {
      right++;
      continue;
    }
    if (isHonest(answer)) countRefusal(trade, answer, expected);
    if (wrong) console.log(`${trade.name} ${kind}: ${heardAs.get(said) ?? said} -> ${answer} (${expected})`);
  }
  return { [kind]: `${right}/${asked.length}` };
}

function countRefusal({ intents }: Trade, answer: string, expected: string) {
  const name = Object.keys(intents).find((one) => intents[one]?.reply === expected);
  if (name === undefined) return;
  refused.questions++;
  const spoken = spokenName(name);
  if (spoken !== undefined && answer.includes(spoken)) refused.offered++;
}

async function answerTo(trade: Trade, said: string): Promise<string> {
  const agent = { schemaVersion: 1 as const, greeting: 'Hello.', intents: intentsOf(trade) };
  const model = new IntentModel({
    accountId: 'acc_1',
    embed,
    examples,
    knowledge: knowledgeOf(trade),
    emit: () => undefined,
    // Generous, for a busy machine.
    patienceMs: 60_000,
  });
  const request = { agent, tools: [], modelId: undefined, temperature: undefined };
  await examples.of('acc_1', agent.intents);
  const before = process.cpuUsage();
  let answer = '';
  const messages = [{ role: 'user' as const, content: said }];
  for await (const piece of model.reply({ ...request, messages, signal: new AbortController().signal }))
    if (piece.kind === 'text') answer += piece.delta;
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

async function readTranscripts(file: string): Promise<ReadonlyMap<string, string>> {
  if (file === '') return new Map();
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.includes('\t'));
  return new Map(lines.map((line) => line.split('\t', 2) as [string, string]));
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
for (const trade of await trades()) {
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
