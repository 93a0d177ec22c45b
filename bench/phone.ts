import { availableParallelism, cpus, loadavg } from 'node:os';
import { encodeMulaw } from '../src/media/codecs/g711.js';
import { synthesise } from '../test/stand-ins/audio/synthesis.js';
import { trimmed } from './dialogues/sounds.js';
import { EndedCalls } from './phone/ended-calls.js';
import { type PhoneCounts, PhoneFleet } from './phone/fleet-handle.js';
import type { SetUp } from './phone/phone-caller.js';
import { printHead, printRow } from './phone/row.js';
import { SippCallers } from './phone/sipp-callers.js';
import { type MemoryMiB, memoryOf } from './support/memory.js';
import { benchOptions } from './support/options.js';
import { processorTimeMs } from './support/processor-time.js';
import { publishDemoAgent } from './support/publish-demo-agent.js';
import { type RunningService, startService } from './support/service.js';
import { round } from './support/statistics.js';

const values = benchOptions(
  'phone',
  `What a phone call costs the whole service (as npm start runs it, with its database and the starter agent), and which
limit is reached first. PCMU over UDP. In mode quiet callers are greeted and their line noise is listened to. In mode speaking each
asks a question every eight seconds. In mode sipp SIPp, which has to run as root, makes calls of twenty seconds with one
question and replaces each that ends.`,
  {
    calls: ['50,100,200,250', 'calls of each row'],
    modes: ['quiet,speaking,sipp', 'what the callers do'],
    seconds: [10, 'length of a measurement'],
    'calls-a-second': [10, 'new calls a second'],
    'sipp-calls': ['100,200', 'calls at once of each row with SIPp; 200 are 10 new ones a second'],
    places: [260, 'calls that the service takes'],
    'max-calls': [300, 'calls of the last row, more than there are places for'],
    'overload-lag-ms': ['', 'MEDIA_OVERLOAD_LAG_MS of the service; 0 takes calls in on a busy machine, too'],
  },
);

const RATE_HZ = 8_000;
const FRAME_SAMPLES = 160;
const LOOP_SECONDS = 8;
const SIPP_SECONDS = 20;
/** SIPp's callers ask after the greeting. */
const SIPP_ASKS_AT_SECONDS = 8;
const GREETING_MS = 6_000;
const WARMING_CALLS = 5;
/** No further row is begun after this time; the results so far are printed. */
const MOST_MS = 600_000;
const QUESTION = 'what are your opening hours';
/** Samples up to this are silence. */
const QUIET = 300;

const perSecond = values['calls-a-second'];
const windowMs = values.seconds * 1_000;
const numbers = (text: string) => text.split(',').map(Number);

/** A service, its callers, and the state of both before the load. */
interface Ground {
  readonly service: RunningService;
  readonly fleet: PhoneFleet;
  readonly target: Parameters<typeof SippCallers.start>[0];
  readonly idleShare: number;
  readonly warmMiB: MemoryMiB;
  readonly ended: EndedCalls;
  readonly warming: number;
}

const modes = {
  quiet: async () =>
    rowsOfFleet(
      'quiet',
      await prepare(lineOf(LOOP_SECONDS), async ({ access }) => {
        // A silent caller would be hung up on after a minute.
        await publishDemoAgent(access, { turnTaking: { prompts: { afterMs: 0, hangUpAfterMs: 0 } } });
      }),
    ),
  speaking: async () => rowsOfFleet('speaking', await prepare(lineOf(LOOP_SECONDS, await question(), 0))),
  sipp: async () => rowsOfSipp(await prepare(lineOf(LOOP_SECONDS))),
};

printMachine();
printHead();
for (const [mode, measure] of Object.entries(modes)) {
  if (values.modes.split(',').includes(mode)) await measure();
}

async function prepare(
  frames: Uint8Array[],
  change: (service: RunningService) => Promise<void> = () => Promise.resolve(),
): Promise<Ground> {
  const { places } = values;
  const service = await startService(
    {
      SIP_PORT: '0',
      MEDIA_OVERLOAD_LAG_MS: values['overload-lag-ms'],
      CALL_MAX_CONCURRENT: String(places),
    },
    undefined,
    { quotas: { concurrentCalls: places, concurrentCallsPerAgent: places } },
  );
  await change(service);
  const [, user, host, port] = /^sip:([^@]+)@([^:]+):(\d+)/.exec(service.access.sipUri ?? '') ?? [];
  if (user === undefined || host === undefined) throw new Error('the service does not listen for SIP');
  const target = { host, server: { host, port: Number(port), user } };
  const fleet = await PhoneFleet.start({ ...target, frames });
  const idleShare = await shareOfCore(service.pid);
  // One-time compilation and loading is charged to no call.
  const warming = (await fleet.call(WARMING_CALLS, perSecond)).length;
  await sleep(GREETING_MS);
  const ended = new EndedCalls(service.access);
  return { service, fleet, target, idleShare, warming, ended, warmMiB: memoryOf(service.pid) };
}

async function rowsOfFleet(mode: string, ground: Ground): Promise<void> {
  const { fleet, service, warming } = ground;
  let standing = warming;
  let gave = '';
  try {
    for (const asked of [...numbers(values.calls), values['max-calls']]) {
      if (asked <= standing) continue;
      if (performance.now() > MOST_MS) {
        gave ||= 'the time: no further row was begun';
        break;
      }
      const setUps = await fleet.call(asked - standing, perSecond);
      standing += setUps.filter(({ kind }) => kind === 'answered').length;
      await sleep(GREETING_MS);
      await fleet.count();
      const busy = await shareOfCore(service.pid);
      const counts = await fleet.count();
      const begunLater = counts.talking - warming;
      const given = await print(ground, {
        mode,
        asked,
        held: counts.talking,
        begunLater,
        busy,
        setUps,
        counts,
      });
      gave ||= given;
    }
    console.log(`\nWhat gave first with ${mode} callers: ${gave || 'nothing'}.\n`);
  } finally {
    await fleet.stop();
    await service.stop();
  }
}

async function rowsOfSipp(ground: Ground): Promise<void> {
  const { fleet, service, target } = ground;
  const frames = lineOf(SIPP_SECONDS, await question(), SIPP_ASKS_AT_SECONDS);
  let gave = '';
  try {
    for (const asked of numbers(values['sipp-calls'])) {
      const seconds = 2 * SIPP_SECONDS + values.seconds;
      const calls = Math.ceil((asked * seconds) / SIPP_SECONDS);
      const callers = await SippCallers.start(target, {
        frames,
        atOnce: asked,
        seconds: SIPP_SECONDS,
        calls,
      });
      await fleet.listen(SippCallers.portsOf(calls));
      await sleep(SIPP_SECONDS * 1_000 + GREETING_MS);
      await fleet.count();
      const busy = await shareOfCore(service.pid);
      const counts = await fleet.count();
      const held = (await activeCalls(service)) - ground.warming;
      const { setUps } = callers;
      const seen = { mode: 'sipp', asked, held, begunLater: held, busy, setUps, counts };
      const given = await print(ground, seen);
      gave ||= given;
      await callers.stop();
    }
    console.log(`\nWhat gave first with callers of SIPp: ${gave || 'nothing'}.\n`);
  } finally {
    await fleet.stop();
    await service.stop();
  }
}

interface Seen {
  readonly mode: string;
  readonly asked: number;
  readonly held: number;
  readonly begunLater: number;
  readonly busy: number;
  readonly setUps: readonly SetUp[];
  readonly counts: PhoneCounts;
}

async function print(ground: Ground, { busy, begunLater, ...seen }: Seen): Promise<string> {
  const { service, idleShare, warmMiB } = ground;
  const { service: its, database } = memoryOf(service.pid);
  return printRow({
    ...seen,
    share: busy - idleShare,
    windowMs,
    serviceMiB: (its - warmMiB.service) / begunLater,
    databaseMiB: (database - warmMiB.database) / begunLater,
    ended: await ground.ended.sinceLast(),
  });
}

async function activeCalls({ access }: RunningService): Promise<number> {
  const health = (await (await fetch(`${access.baseUrl}/health`)).json()) as { activeSessions: number };
  return health.activeSessions;
}

function printMachine(): void {
  const load = loadavg().map((value) => round(value));
  console.log(
    `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores; Node ${process.versions.node}; load average ${load.join(', ')}; ` +
      `${values.seconds} s a row; ${perSecond} new calls a second; ${values.places} places`,
  );
}

/** Of one core, during the window. */
async function shareOfCore(pid: number): Promise<number> {
  const [cpuMs, beganMs] = [processorTimeMs(pid), performance.now()];
  await sleep(windowMs);
  return (processorTimeMs(pid) - cpuMs) / (performance.now() - beganMs);
}

/** The question at 8 kHz. */
async function question(): Promise<Int16Array> {
  return trimmed(await synthesise(QUESTION, RATE_HZ), QUIET);
}

/** A noisy line, optionally with speech, as PCMU. */
function lineOf(seconds: number, said: Int16Array = new Int16Array(0), atSeconds = 0): Uint8Array[] {
  const samples = Int16Array.from({ length: seconds * RATE_HZ }, () =>
    Math.round((Math.random() - 0.5) * 20),
  );
  samples.set(said.subarray(0, samples.length), atSeconds * RATE_HZ);
  return Array.from({ length: samples.length / FRAME_SAMPLES }, (_, frame) =>
    Uint8Array.from(samples.subarray(frame * FRAME_SAMPLES, (frame + 1) * FRAME_SAMPLES), encodeMulaw),
  );
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
