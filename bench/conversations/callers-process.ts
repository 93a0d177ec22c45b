import { cleanup } from 'node-datachannel';
import { percentile } from '../support/statistics.js';
import { LightCaller, type CallTarget, type Words } from './light-caller.js';
import { FRAME_MS, silentPackets, spokenPackets } from './spoken-packets.js';

/**
 * Some of the bench's callers, in a process of their own, so that callers and provider stand-ins do not delay one
 * another. Controlled by messages of the parent.
 */

export type CallersRequest =
  | {
      readonly kind: 'begin';
      readonly target: CallTarget;
      /** Index of the first of these callers among all, and their number. */
      readonly from: number;
      readonly count: number;
      readonly questions: readonly Int16Array[];
    }
  /** Starts asking; all callers together are spread evenly over the interval of questions. */
  | { readonly kind: 'talk'; readonly callers: number; readonly everyMs: number }
  | { readonly kind: 'forget' }
  | { readonly kind: 'count' }
  | { readonly kind: 'end' };

export type CallersReport =
  | { readonly kind: 'begun' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'counts';
      /** Questions whose answer is due, and the latencies of those answered. */
      readonly asked: number;
      readonly responsesMs: readonly number[];
      /** Lateness of these callers' own packets, 99th percentile. */
      readonly lateMs: number;
      /** Agent packets that never arrived. */
      readonly missing: number;
      /** Deviation of packets from the time of their timestamps, 95th and 99th percentile. */
      readonly pacingP95Ms: number;
      readonly pacingP99Ms: number;
    };

type Counts = Extract<CallersReport, { kind: 'counts' }>;

/** Later answers are not matched to a question. */
const ANSWER_WITHIN_MS = 4_000;
/** A quarter of the callers every 5 ms. */
const SLOTS = 4;
const SLOT_MS = FRAME_MS / SLOTS;

const callers: LightCaller[] = [];
let questions: Words[] = [];
let first = 0;
let asked = 0;
let responsesMs: number[] = [];
let lateMs: number[] = [];

async function begin({ target, from, count, ...given }: Extract<CallersRequest, { kind: 'begin' }>) {
  first = from;
  questions = given.questions.map((samples) => ({
    running: spokenPackets(samples, false),
    stopping: spokenPackets(samples, true),
  }));
  const silences = { running: silentPackets(false), stopping: silentPackets(true) };
  send();
  for (let index = 0; index < count; index++)
    callers.push(await LightCaller.begin(target, from + index, silences));
  report({ kind: 'begun' });
}

/** One timer for all. */
function send(): void {
  const beganMs = performance.now();
  let slot = 0;
  const wake = () => {
    const nowMs = performance.now();
    for (; beganMs + slot * SLOT_MS <= nowMs; slot++) {
      lateMs.push(nowMs - beganMs - slot * SLOT_MS);
      callers.forEach((caller, index) => index % SLOTS === slot % SLOTS && caller.sendNext());
    }
    setTimeout(wake, Math.max(1, beganMs + slot * SLOT_MS - performance.now()));
  };
  wake();
}

function talk(all: number, everyMs: number): void {
  callers.forEach((caller, index) => {
    let turn = first + index;
    const ask = () => {
      const question = questions[turn++ % questions.length];
      if (question) askFor(caller, question);
      setTimeout(ask, everyMs);
    };
    setTimeout(ask, (everyMs * (first + index + 1)) / all);
  });
}

function askFor(caller: LightCaller, question: Words): void {
  const { durationMs } = question.running;
  caller.forgetSounds();
  caller.say(question);
  const endMs = performance.now() + durationMs;
  setTimeout(() => {
    const soundMs = caller.firstSoundAfter(endMs);
    asked++;
    if (soundMs !== undefined) responsesMs.push(soundMs - endMs);
  }, durationMs + ANSWER_WITHIN_MS);
}

function forget(): void {
  asked = 0;
  responsesMs = [];
  lateMs = [];
  for (const caller of callers) caller.forgetPackets();
}

function packets(): Pick<Counts, 'missing' | 'pacingP95Ms' | 'pacingP99Ms'> {
  const errorsMs = callers.flatMap(({ pacing }) => pacing.errorsMs);
  return {
    missing: callers.reduce((sum, { pacing }) => sum + pacing.missing, 0),
    pacingP95Ms: percentile(errorsMs, 0.95),
    pacingP99Ms: percentile(errorsMs, 0.99),
  };
}

function report(message: CallersReport): void {
  process.send?.(message);
}

process.on('message', (request: CallersRequest) => {
  switch (request.kind) {
    case 'begin':
      begin(request).catch((error: unknown) => report({ kind: 'failed', message: String(error) }));
      break;
    case 'talk':
      talk(request.callers, request.everyMs);
      break;
    case 'forget':
      forget();
      break;
    case 'count':
      report({ kind: 'counts', asked, responsesMs, lateMs: percentile(lateMs, 0.99), ...packets() });
      break;
    case 'end':
      for (const caller of callers) caller.hangUp();
      cleanup();
      process.exit();
  }
});

// The parent may die without a message.
process.on('disconnect', () => process.exit());
