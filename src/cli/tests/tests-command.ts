import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Command, Option } from 'commander';
import { ENVIRONMENTS } from '../../common/access/index.js';
import { clientAt, type Service, withService } from '../service-options.js';
import { junitReport, type ReportedCase } from './junit.js';
import { RemoteRuns, reportedCases } from './remote-runs.js';

/** Exit code if something did not pass, or was rolled back; 1 is for errors. */
const EXIT_NOT_PASSED = 2;
const MS_PER_MINUTE = 60_000;

interface Options extends Service {
  readonly agent: string;
  readonly junit?: string;
  readonly timeout: string;
}

interface RunOptions extends Options {
  readonly set: readonly string[];
  readonly target: string;
}

interface ReplayOptions extends Options {
  readonly conversation: readonly string[];
  readonly last?: string;
  readonly filter: readonly string[];
  readonly heard: boolean;
  readonly target: string;
}

interface RolloutOptions extends Options {
  readonly environment: string;
}

/** `tests run|replay|rollout`: for CI pipelines, over HTTP; the exit code is the result. */
export function testsCommand(): Command {
  const tests = new Command('tests').description(
    'Tests and rollouts of an agent, over HTTP with the key in EARSHOT_API_KEY; exits 2 where something did not pass',
  );
  withTarget(withReport(tests.command('run')))
    .description('run test sets and wait (scopes agents:read and agents:write)')
    .option('--set <name...>', 'test sets by name or id; all of them without this', [])
    .action(runSets);
  withTarget(withReport(tests.command('replay')))
    .description(
      'replay conversations and wait (scopes agents:read and agents:write; with --last conversations:read)',
    )
    .option('--conversation <id...>', 'conversations of the agent', [])
    .option('--last <count>', 'so many of its latest ones beside')
    .option('--filter <name=value...>', 'of these only those that GET /v1/conversations finds so', [])
    .option('--heard', 'as they were recorded, in place of in text', false)
    .action(replay);
  withReport(tests.command('rollout'))
    .description(
      'wait until the newest rollout of an environment is complete or taken back (scope agents:read)',
    )
    .addOption(new Option('--environment <name>').choices(ENVIRONMENTS).default('live'))
    .action(watchRollout);
  return tests;
}

const withReport = (command: Command): Command =>
  withService(command)
    .requiredOption('--agent <id>', 'the agent')
    .option('--junit <file>', 'write a report as build servers read it')
    .option('--timeout <minutes>', 'how long to wait for each', '60');

const withTarget = (command: Command): Command =>
  command.addOption(
    new Option('--target <target>', 'what is tested').choices(['draft', ...ENVIRONMENTS]).default('draft'),
  );

async function replay(options: ReplayOptions): Promise<void> {
  const remote = new RemoteRuns(clientAt(options), options.agent);
  const { conversation, last, filter, heard } = options;
  const latest = last === undefined ? [] : await remote.conversations(filter, wholeNumber('--last', last));
  const ids = [...new Set([...conversation, ...latest])];
  if (ids.length === 0) throw new Error('Say which conversations: --conversation, or --last.');
  const set = await remote.replaySet(ids, heard);
  try {
    const run = await remote.run(set, options.target, timeoutMs(options));
    if (run.state !== 'passed') process.exitCode = EXIT_NOT_PASSED;
    await report(options, reportedCases(run));
  } finally {
    await remote.deleteSet(set);
  }
}

async function runSets(options: RunOptions): Promise<void> {
  const remote = new RemoteRuns(clientAt(options), options.agent);
  const sets = await remote.sets(options.set);
  if (sets.length === 0) throw new Error(`${options.agent} has no test set.`);
  const all: ReportedCase[] = [];
  for (const { id, name } of sets) {
    const run = await remote.run(id, options.target, timeoutMs(options));
    for (const each of reportedCases(run)) all.push({ ...each, name: `${name}: ${each.name}` });
    if (run.state !== 'passed') process.exitCode = EXIT_NOT_PASSED;
  }
  await report(options, all);
}

async function watchRollout(options: RolloutOptions): Promise<void> {
  const remote = new RemoteRuns(clientAt(options), options.agent);
  const beganMs = performance.now();
  const { rolloutId: id, state, reason } = await remote.rollout(options.environment, timeoutMs(options));
  const isComplete = state === 'completed';
  if (!isComplete) process.exitCode = EXIT_NOT_PASSED;
  const seconds = (performance.now() - beganMs) / 1_000;
  const problem = { kind: 'failure' as const, words: `The rollout is ${state}. ${reason ?? ''}`.trim() };
  await report(options, [{ name: `Rollout ${id}`, seconds, ...(!isComplete && { problem }) }]);
}

async function report({ agent, junit, from }: Options, cases: readonly ReportedCase[]): Promise<void> {
  for (const { name, problem } of cases)
    console.log(problem ? `${problem.kind.padEnd(7)} ${name}: ${problem.words}` : `passed  ${name}`);
  if (junit !== undefined) await writeFile(path.resolve(from, junit), junitReport(agent, cases));
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`${option} must be a whole number from 1.`);
  return number;
}

function timeoutMs({ timeout }: Options): number {
  const minutes = Number(timeout);
  if (!(minutes > 0)) throw new Error('--timeout must be a number of minutes above 0.');
  return minutes * MS_PER_MINUTE;
}
