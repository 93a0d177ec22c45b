import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { awakeObstacle, keepCoresAwake } from './load/awake-cores.js';
import { findCapacity } from './load/capacity.js';
import { type Mode, MODES } from './load/earshot-target.js';
import { janusObstacle } from './load/janus-target.js';
import type { LoadResult } from './load/measure.js';
import type { ServerName } from './load/row-process.js';
import { runRow } from './load/run-row.js';
import { benchOptions } from './support/options.js';
import { percentile, round } from './support/statistics.js';

const values = benchOptions(
  'load',
  `What a call costs media, and how many calls hold. Callers (node-datachannel, real Opus) have a process of their own, so
that the figures are the server's: a process with codecs and pacing, and its media worker. Janus's EchoTest gets the same
echo load where Janus is installed.`,
  {
    calls: ['10,50,100,200', 'calls of each row'],
    modes: [MODES.join(','), 'what the calls do'],
    seconds: [8, 'length of a row'],
    offers: [100, 'offers made under load'],
    'max-calls': [800, 'where the search for the most calls ends'],
    'search-seconds': [90, 'length of that search; 0: none'],
    'keep-awake': [false, 'keep the cores awake, to leave out what waking them costs'],
  },
);

const MEBIBYTE = 1_048_576;
const SECONDS_PER_TRIAL = 4;

const modes = MODES.filter((mode) => values.modes.split(',').includes(mode));
const callCounts = values.calls.split(',').map(Number);
const obstacle = janusObstacle();

const ratios: string[] = [];

const stopIdlers = awake();
printMachine();
console.log(
  '\n| server | mode | calls | Node % of a core a call | transport % | both % | callers % | MiB a call | ' +
    'offer → answer under load p50 / p99 ms | packets back | frames lost | pacing p99 ms | calls that failed to connect |',
);
console.log(`|${' --- |'.repeat(13)}`);
for (const mode of modes) {
  for (const calls of callCounts) {
    const ours = await printRow('Earshot', mode, calls);
    if (mode !== 'echo' || obstacle !== undefined) continue;
    const theirs = await printRow('Janus EchoTest', mode, calls);
    ratios.push(`| ${calls} | ${round(ours, 3)} | ${round(theirs, 3)} | ${round(ours / theirs, 2)} |`);
  }
}
printComparison();
if (values['search-seconds'] > 0) await printCapacities();
stopIdlers();
process.exit();

/** If it is unavailable, the figures are those of sleeping cores, and the output says so. */
function awake(): () => void {
  if (!values['keep-awake']) return () => undefined;
  const obstacle = awakeObstacle();
  if (obstacle === undefined) return keepCoresAwake();
  console.log(`The cores are not kept awake: ${obstacle}.`);
  return () => undefined;
}

function printMachine(): void {
  const load = loadavg()
    .map((value) => round(value))
    .join(', ');
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ${round(totalmem() / MEBIBYTE / 1_024)} GiB; ` +
      `Node ${process.versions.node}; load average ${load}; ${values.seconds} s a row; one media worker${values['keep-awake'] ? '; cores kept awake' : ''}`,
  );
}

/** Measures and prints one row; returns the percentage of a core per call. */
async function printRow(server: ServerName, mode: Mode, calls: number): Promise<number> {
  const result = await runRow({
    server,
    mode,
    calls,
    seconds: values.seconds,
    offersUnderLoad: values.offers,
  });
  console.log(`| ${server} | ${mode} | ${calls} | ${columns(result).join(' | ')} |`);
  return result.nodePercent + result.transportPercent;
}

function columns(result: LoadResult): (string | number)[] {
  return [
    round(result.nodePercent, 3),
    round(result.transportPercent, 3),
    round(result.nodePercent + result.transportPercent, 3),
    round(result.callersPercent, 3),
    round(result.bytesPerCall / MEBIBYTE, 2),
    `${round(percentile(result.answerMs, 0.5))} / ${round(percentile(result.answerMs, 0.99))}`,
    result.packetsReceived,
    result.lostFrames,
    Number.isNaN(result.pacingP99Ms) ? '-' : round(result.pacingP99Ms),
    result.failedSetups,
  ];
}

function printComparison(): void {
  if (obstacle !== undefined) {
    console.log(`\nNot compared with Janus: ${obstacle}.`);
    return;
  }
  if (ratios.length === 0) return;
  console.log(
    '\n| echo calls | Earshot % of a core a call | Janus % | Earshot / Janus |\n| --- | --- | --- | --- |',
  );
  for (const ratio of ratios) console.log(ratio);
}

async function printCapacities(): Promise<void> {
  console.log(
    '\n| mode | calls that hold (no frame lost, pacing p99 < 20 ms) | fewest that did not hold |\n| --- | --- | --- |',
  );
  for (const mode of modes.filter((each) => each !== 'listening')) {
    const { held, failed } = await findCapacity(
      (calls) =>
        runRow({ server: 'Earshot', mode, calls, seconds: SECONDS_PER_TRIAL, offersUnderLoad: 0 }).catch(
          (error: unknown) => {
            console.warn(`${calls} calls: ${String(error)}`);
            return undefined;
          },
        ),
      { maxCalls: values['max-calls'], budgetMs: values['search-seconds'] * 1_000 },
    );
    console.log(`| ${mode} | ${held} | ${failed ?? 'not reached'} |`);
  }
}
