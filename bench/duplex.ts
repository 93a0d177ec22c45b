import { loadavg } from 'node:os';
import { loadResampler } from '../src/audio/index.js';
import {
  AGENTS,
  aroundOffline,
  CONDITIONS,
  heardIn,
  measureAgent,
  type AgentName,
  type Condition,
  type Plan,
} from './duplex/agents.js';
import { talkingAgent } from './duplex/agent-documents.js';
import { CORPUS_PLANS, makeCorpus, quietMoments, some, type DuplexEvent } from './duplex/corpus.js';
import { HALVES, naturalPlans } from './duplex/natural-plans.js';
import { makeNoise } from './duplex/noises.js';
import { OfflineTurns, offlineWords } from './duplex/offline-turns.js';
import { WORDS_KNOWN } from './duplex/offline-words.js';
import { HEADER, isRight, rows, turnRows, type Outcome } from './duplex/score.js';
import { SpeechSources } from './duplex/speech-sources.js';
import { Summary } from './duplex/summary.js';
import type { TurnOutcome } from './duplex/turn-call.js';
import { makePauses, makeQuestions, TURN_PLANS } from './duplex/turn-corpus.js';
import { benchOptions } from './support/options.js';
import { round } from './support/statistics.js';

const values = benchOptions(
  'duplex',
  `What happens to an agent's speech when the caller interrupts it, shows that they listen, coughs, or talks to a third
person; whether it begins within a caller's sentence; how soon it answers. Over real WebRTC calls, judged by what the caller
hears. A failed call is reported and repeated; ends with 1 when anything failed.`,
  {
    agents: [AGENTS.join(','), 'agents'],
    conditions: [CONDITIONS.join(','), 'what is around the caller'],
    voices: [
      'synthetic',
      'synthetic; or natural, which bench/recognition/prepare.sh brings: those of development, or natural:NAME,NAME',
    ],
    corpus: ['reported', 'of synthetic voices: reported, or development, on which decisions are tuned'],
    half: ['development', `of what natural voices say: ${HALVES.join(', ')}`],
    events: [60, 'events of each kind, at most'],
    only: [undefined, "groups of events, such as 'one word,hum'"],
    calls: [6, 'calls at once'],
    turns: [true, 'leave out sentences and answers'],
    overlaps: [true, 'leave out everything else'],
    streaming: [false, 'give the cascade a recognizer that streams'],
    wrong: [false, 'list what went wrong'],
    offline: [
      false,
      'no calls: the same events go straight into voice detection, turn-taking and recognizers',
    ],
    words: ['whole', `how words are known with --offline: ${WORDS_KNOWN.join(', ')}`],
  },
);
const agents = chosen('agents', values.agents, AGENTS);
const conditions = chosen('conditions', values.conditions, CONDITIONS);
const [corpusName = 'reported'] = chosen('corpus', values.corpus, ['development', 'reported'] as const);
const [half = 'development'] = chosen('half', values.half, HALVES);
const [words = 'whole'] = chosen('words', values.words, WORDS_KNOWN);
const count = values.events;
const beganMs = performance.now();

const plans = naturalPlans(values.voices, half) ?? {
  events: CORPUS_PLANS[corpusName],
  turns: TURN_PLANS[corpusName],
};
const print = (table: readonly string[]) => table.length > 0 && console.log(table.join('\n'));
print([HEADER]);
await loadResampler();
const sources = await SpeechSources.create();
const plan = await makePlan().finally(() => sources.close());
const summary = new Summary();
if (values.offline) await offline();
else for (const agent of agents) await overCalls(agent);
print(['', ...summary.table()]);
print(summary.isWhole ? [] : ['', ...summary.failures()]);
console.log(`\nLoad average of the machine over the last minute: ${round(loadavg()[0] ?? 0)}.`);
console.log(`It took ${round((performance.now() - beganMs) / 60_000)} minutes.`);
process.exitCode = summary.isWhole ? 0 : 1;

/** What is known is reported, also where the rest fails. */
async function overCalls(agent: AgentName): Promise<void> {
  const label = (condition: Condition) => (condition === 'quiet' ? agent : `${agent}, ${condition}`);
  try {
    await measureAgent(agent, conditions, plan, {
      overlaps: (condition, measured) => {
        show(label(condition), measured.outcomes);
        summary.overlaps(label(condition), measured);
      },
      turns: (condition, measured) => {
        showTurns(label(condition), measured.outcomes);
        summary.turns(label(condition), measured);
      },
    });
  } catch (error) {
    summary.endedEarly(agent, error);
  }
}

function show(label: string, outcomes: readonly Outcome[]): void {
  for (const { event, silentMs } of values.wrong ? outcomes.filter((one) => !isRight(one)) : []) {
    console.log(`${event.kind}, ${event.group}, "${event.text}" of ${event.voice}: ${silentMs ?? 'went on'}`);
  }
  print(rows(label, outcomes));
}

function showTurns(label: string, outcomes: readonly TurnOutcome[]): void {
  for (const { event, spokeOver, responseMs } of values.wrong ? outcomes : []) {
    if (spokeOver || responseMs === undefined) {
      console.log(`${event.text} of ${event.voice}: ${spokeOver ? 'spoke over it' : 'no answer'}`);
    }
  }
  print(turnRows(label, outcomes));
}

async function offline(): Promise<void> {
  if (agents.some((agent) => agent !== 'starter')) await offlineByWords();
  await offlineTurns();
}

/** Turn-taking alone, told the words in one way or another. */
async function offlineByWords(): Promise<void> {
  for (const condition of conditions) {
    const around = (index: number) => aroundOffline(condition, plan, index);
    const outcomes = await offlineWords(plan.overlaps[condition], words, around);
    const label = `offline, words ${words}, ${condition}`;
    show(label, outcomes);
    summary.overlaps(label, { outcomes, failures: [], leftOut: 0 });
  }
}

async function offlineTurns(): Promise<void> {
  if (plan.turns.length === 0 && !agents.includes('starter')) return;
  const turns = await OfflineTurns.create();
  if (agents.includes('starter')) await offlineOverStarter(turns);
  const withTurns = plan.turns.length > 0 ? agents.filter((one) => one !== 'realtime-own-turns') : [];
  for (const agent of withTurns) {
    for (const condition of conditions.filter((one) => one !== 'echo')) {
      const around = (index: number) => aroundOffline(condition, plan, index);
      const measured = await turns[agent](heardIn(condition, plan.turns), around);
      const label = `offline, ${agent}, ${condition}`;
      showTurns(label, measured.outcomes);
      summary.turns(label, { outcomes: measured.outcomes, failures: [], leftOut: 0 });
      const { begunATurn, askedATurn } = measured;
      console.log(
        `${label}: a turn begins ${round(begunATurn, 2)} answers early, and asks ${round(askedATurn, 2)} times for its words.`,
      );
    }
  }
  await turns.close();
}

async function offlineOverStarter(turns: OfflineTurns): Promise<void> {
  for (const condition of conditions.filter((one) => plan.overlaps[one].length > 0)) {
    const around = (index: number) => aroundOffline(condition, plan, index);
    const outcomes = await turns.overStarter(plan.overlaps[condition], around);
    const label = `offline, starter, ${condition}`;
    show(label, outcomes);
    summary.overlaps(label, { outcomes, failures: [], leftOut: 0 });
  }
}

async function makePlan(): Promise<Plan> {
  const groups = values.only?.split(',');
  const isWanted = ({ group }: { readonly group: string }) => groups?.includes(group) ?? true;
  const events = values.overlaps
    ? await makeCorpus(plans.events, sources, (planned) => some(planned.filter(isWanted), count))
    : [];
  const interruptions = events.filter(({ kind }) => kind === 'interruption');
  const overlaps: Record<Condition, readonly DuplexEvent[]> = {
    quiet: events,
    echo: [...interruptions, ...quietMoments(count)],
    street: events,
    babble: events,
    music: events,
    telephone: heardIn('telephone', events),
  };
  const noises = {
    street: await makeNoise('street', sources),
    babble: await makeNoise('babble', sources),
    music: await makeNoise('music', sources),
  };
  const turns = values.turns
    ? [
        ...(await makePauses(plans.turns, count, sources)),
        ...(await makeQuestions(plans.turns, count, sources)),
      ]
    : [];
  // The product's voice is distilled from af_heart.
  const speaker = values.voices === 'synthetic' ? 'flite:slt' : 'natural:af_heart';
  const agentVoice = await sources.say(talkingAgent().greeting ?? '', speaker);
  return {
    overlaps,
    turns,
    noises,
    agentVoice,
    calls: values.calls,
    streams: values.streaming,
  };
}

function chosen<T extends string>(option: string, given: string, known: readonly T[]): T[] {
  const names = given.split(',');
  const unknown = names.find((name) => !known.some((one) => one === name));
  if (unknown !== undefined) throw new Error(`--${option}: ${unknown} is none of ${known.join(', ')}`);
  return known.filter((one) => names.includes(one));
}
