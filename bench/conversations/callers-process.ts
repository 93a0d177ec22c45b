import { cleanup } from 'node-datachannel';
import { percentile } from '../support/statistics.js';
import { LightCaller, type CallTarget, type Words } from './light-caller.js';
import { FRAME_MS, silentPackets, spokenPackets } from './spoken-packets.js';

/**
 * Some of the callers of the bench of conversations, in a process of their own, so that neither they nor the stand-ins
 * of providers wait for one another. Driven by messages of the parent.
 */

export type CallersRequest =
  | {
      readonly kind: 'begin';
      readonly target: CallTarget;
      /** The first of these callers among all, and how many they are. */
      readonly from: number;
      readonly count: number;
      readonly questions: readonly Int16Array[];
    }
  /** Asks from now on; all callers together are spread evenly over the time between two questions. */
  | { readonly kind: 'talk'; readonly callers: number; readonly everyMs: number }
  | { readonly kind: 'forget' }
  | { readonly kind: 'count' }
  | { readonly kind: 'end' };

export type CallersReport =
  | { readonly kind: 'begun' }
  | { readonly kind: 'failed'; readonly message: string }
  | {
      readonly kind: 'counts';
      /** Questions whose time for an answer is over, and how soon those were answered that were. */
      readonly asked: number;
      readonly responsesMs: readonly number[];
      /** How late these callers themselves were with what they sent: 99 % were not later. */
      readonly lateMs: number;
      /** Packets of the agent that never came. */
      readonly missing: number;
      /** How far packets came from the moment that their timestamps promise: 95 % and 99 % were nearer. */
      readonly pacingP95Ms: number;
      readonly pacingP99Ms: number;
    };

type Counts = Extract<CallersReport, { kind: 'counts' }>;

/** What comes later belongs to no question. */
const ANSWER_WITHIN_MS = 4_000;
/** A quarter of the callers each 5 ms. */
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

/** One clock for all. */
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

// Whoever started it may die without a word.
process.on('disconnect', () => process.exit());
