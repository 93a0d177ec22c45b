import { loadavg } from 'node:os';
import { CallerVoice } from './dialogues/caller-voice.js';
import { aside, bothAtOnce, earlyInterruption, interruption } from './dialogues/interruptions.js';
import { HEADER, row, type Finding } from './dialogues/report.js';
import { noise, pauseInSentence, responseTime } from './dialogues/taking-turns.js';
import { startStandInAgents } from './dialogues/stand-in-agents.js';
import type { Target } from './dialogues/target.js';
import { benchOptions } from './support/options.js';
import { publishDemoAgent } from './support/publish-demo-agent.js';
import { startService } from './support/service.js';
import { round } from './support/statistics.js';

const AGENTS = ['starter', 'cascade', 'realtime', 'realtime-own-turns'];
const values = benchOptions(
  'dialogues',
  `Scripted dialogues over real WebRTC calls with the running service, judged by what the caller hears. Prints the table
of docs/conversation-quality.md; ends with 1 when something did not hold.`,
  {
    rounds: [4, 'rounds of each dialogue'],
    only: ['', 'names of dialogues'],
    agent: [
      'starter',
      `one of ${AGENTS.join(', ')}; all but the first answer over stand-ins for their providers`,
    ],
  },
);
if (!AGENTS.includes(values.agent)) throw new Error(`--agent is one of ${AGENTS.join(', ')}`);
const { rounds } = values;

const dialogues: readonly (readonly [string, (target: Target) => Promise<Finding>])[] = [
  ['response', (target) => responseTime(target, Math.ceil(rounds / 2))],
  ['pause', (target) => pauseInSentence(target, rounds)],
  ['interruption', (target) => interruption(target, rounds)],
  ['early', (target) => earlyInterruption(target, rounds)],
  ['both', (target) => bothAtOnce(target, rounds)],
  ['cough', (target) => aside(target, 'cough', rounds)],
  ['mhm', (target) => aside(target, 'mhm', rounds)],
  ['noise', (target) => noise(target, 'white')],
  ['babble', (target) => noise(target, 'babble')],
];

/**
 * What the agent's own voice detection decides. In end-to-end mode that is mostly the provider's, here the
 * stand-in's energy detector.
 */
const NOT_END_TO_END = ['cough', 'mhm', 'noise', 'babble'];

const voice = new CallerVoice();
const standIns = values.agent === 'starter' ? undefined : await startStandInAgents();
const service = await startService({ ...standIns?.env });
if (values.agent === 'realtime-own-turns') {
  await publishDemoAgent(service.access, { turnTaking: { detection: 'earshot' } });
}
const target: Target = {
  name: values.agent,
  baseUrl: service.access.baseUrl,
  token: service.access.connectorToken,
  mode: values.agent === 'cascade' ? 'traditional' : 'end-to-end',
  voice,
  greetingEnd: 'our address or book a table',
  questions: [
    ['where are you', 'you find us at twelve market street'],
    ['what are your opening hours', 'we are open from nine in the morning'],
    ['what are your prices', 'a main course is between fifteen and twenty dollars'],
    ['who are you', 'i am the starter agent'],
  ],
};
try {
  console.log(HEADER);
  for (const [name, hold] of dialogues) {
    if (values.only !== '' && !values.only.split(',').includes(name)) continue;
    if (values.agent === 'realtime' && NOT_END_TO_END.includes(name)) continue;
    const finding = await hold(target);
    console.log(row(target.name, finding));
    if (finding.rounds.some(({ passed }) => !passed)) process.exitCode = 1;
  }
  console.log(`\nLoad average of the machine over the last minute: ${round(loadavg()[0] ?? 0)}.`);
} finally {
  await service.stop();
  await standIns?.close();
  await voice.close();
}
