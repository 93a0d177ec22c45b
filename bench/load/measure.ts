import { percentile } from '../support/statistics.js';
import { Fleet } from './fleet.js';
import type { LoadTarget, TargetCall } from './target.js';

export interface LoadPlan {
  readonly calls: number;
  readonly callersSpeak: boolean;
  /** Duration of the measurement. */
  readonly seconds: number;
  /** Offers that are made, answered and closed one after the other while all calls run. */
  readonly offersUnderLoad: number;
}

export interface LoadResult {
  /** Percent of one core per call. */
  readonly nodePercent: number;
  readonly transportPercent: number;
  readonly callersPercent: number;
  readonly bytesPerCall: number;
  /** Offer to answer, while all calls run. */
  readonly answerMs: readonly number[];
  readonly packetsReceived: number;
  /** Packets that did not come back, and caller frames that the server had to conceal. */
  readonly lostFrames: number;
  /** Calls that did not connect and were retried with a new caller. */
  readonly failedSetups: number;
  /** Deviation of packets from the time of their timestamps; NaN without packets. */
  readonly pacingP99Ms: number;
}

/** Until queues and pools have settled. */
const SETTLE_MS = 2_000;
/**
 * Frames until the code on their path is compiled, which takes longer with few calls: V8's compiler threads are idle
 * after 15,000 to 18,000.
 */
const SETTLE_FRAMES = 20_000;
const FRAMES_A_SECOND = 50;
/**
 * Janus reports a connected call a second after its answer, which would take minutes for 200 calls one after the other.
 */
const SETUPS_AT_ONCE = 10;
/** More failures mean a defect. */
const MAX_FAILED_SETUPS = 5;

/** Sets all calls up, measures them, and ends them; the target stays. */
export async function measure(target: LoadTarget, plan: LoadPlan): Promise<LoadResult> {
  const fleet = new Fleet();
  const calls: TargetCall[] = [];
  try {
    const bytesBefore = await target.residentBytes();
    let callerId = 0;
    while (calls.length < plan.calls) {
      const count = Math.min(SETUPS_AT_ONCE, plan.calls - calls.length);
      const setups = Array.from({ length: count }, (_, index) =>
        connect(target, fleet, callerId + index, plan.callersSpeak),
      );
      callerId += count;
      for (const call of await Promise.all(setups)) if (call) calls.push(call);
      if (callerId - calls.length > MAX_FAILED_SETUPS) throw new Error('Too many calls did not connect');
    }
    await sleep(Math.max(SETTLE_MS, (SETTLE_FRAMES / (plan.calls * FRAMES_A_SECOND)) * 1_000));
    const window = await measureWindow(target, fleet, calls, plan);
    const bytesPerCall = ((await target.residentBytes()) - bytesBefore) / plan.calls;
    const answerMs = await timeOffers(target, fleet, callerId, plan.offersUnderLoad);
    return { ...window, bytesPerCall, answerMs, failedSetups: callerId - plan.calls };
  } finally {
    for (const call of calls) call.close();
    await fleet.stop();
  }
}

/** A connected call; undefined when it did not connect. */
async function connect(
  target: LoadTarget,
  fleet: Fleet,
  id: number,
  speaks: boolean,
): Promise<TargetCall | undefined> {
  const call = await target.open(await fleet.offer(id, speaks));
  const connected = call.connected().then(
    () => true,
    () => false,
  );
  fleet.answer(id, call.answerSdp);
  if (await connected) return call;
  call.close();
  return undefined;
}

async function measureWindow(
  target: LoadTarget,
  fleet: Fleet,
  calls: readonly TargetCall[],
  plan: LoadPlan,
): Promise<Omit<LoadResult, 'bytesPerCall' | 'answerMs' | 'failedSetups'>> {
  const lostBefore = await lostFrames(calls);
  await fleet.count();
  const before = await target.usage();
  const beganMs = performance.now();
  await sleep(plan.seconds * 1_000);
  const elapsedMs = performance.now() - beganMs;
  const after = await target.usage();
  const counts = await fleet.count();
  const percentOfCore = (ms: number) => (ms / elapsedMs / plan.calls) * 100;
  return {
    nodePercent: percentOfCore(after.nodeMs - before.nodeMs),
    transportPercent: percentOfCore(after.transportMs - before.transportMs),
    callersPercent: percentOfCore(counts.cpuMs),
    packetsReceived: counts.received,
    lostFrames: counts.missing + (await lostFrames(calls)) - lostBefore,
    pacingP99Ms: percentile(counts.pacingMs, 0.99),
  };
}

async function lostFrames(calls: readonly TargetCall[]): Promise<number> {
  const each = await Promise.all(calls.map((call) => call.lostFrames()));
  return each.reduce((sum, lost) => sum + lost, 0);
}

async function timeOffers(target: LoadTarget, fleet: Fleet, id: number, count: number): Promise<number[]> {
  if (count === 0) return [];
  const offerSdp = await fleet.offer(id, false);
  const times: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const beganMs = performance.now();
    const call = await target.open(offerSdp);
    times.push(performance.now() - beganMs);
    call.close();
  }
  return times;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
