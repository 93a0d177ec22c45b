import type { DialogueCall } from './dialogue-call.js';
import type { Finding, Round } from './report.js';
import { cough } from './sounds.js';
import { inCall, questionOf, repeat, type Target } from './target.js';

/** Until the agent must be silent at the server; what the caller's own jitter buffer holds is heard on top of it. */
const LONGEST_INTERRUPTION_MS = 1_000;
/** Speech goes out in packets of 20 ms. */
const PACKET_MS = 20;
/** How far into the greeting the caller speaks: an odd step, so that the rounds meet different words. */
const FIRST_INTERRUPTION_MS = 900;
const INTERRUPTION_STEP_MS = 270;
const EARLY_MS = 150;
/**
 * "Mm hmm", in the spelling that the voice says as the dictionaries have it (AH M HH AH M); "mm" it would spell out
 * as two letters.
 */
const MHM = 'um hum';
/** After its sentence the agent must be quiet for so long, for nothing was asked. */
const NO_REPLY_MS = 2_500;

/** The caller asks something in the middle of the agent's sentence. */
export async function interruption(target: Target, calls: number): Promise<Finding> {
  const rounds = await repeat(calls, (index) =>
    inCall(target, async (call) => {
      const greetedMs = await call.firstSoundAfter(call.beganMs);
      await call.reach(greetedMs + FIRST_INTERRUPTION_MS + index * INTERRUPTION_STEP_MS);
      return interrupt(target, call, index);
    }),
  );
  return { dialogue: 'an interruption', aim: SILENT_AND_ANSWERED, rounds };
}

/** The caller doesn't wait for the greeting. */
export async function earlyInterruption(target: Target, calls: number): Promise<Finding> {
  const rounds = await repeat(calls, (index) =>
    inCall(target, async (call) => {
      const greetedMs = await call.firstSoundAfter(call.beganMs);
      await call.reach(greetedMs + EARLY_MS);
      return interrupt(target, call, index);
    }),
  );
  return {
    dialogue: 'an interruption in the first 300 ms of the greeting',
    aim: SILENT_AND_ANSWERED,
    rounds,
  };
}

/** Both begin to speak at the same moment. */
export async function bothAtOnce(target: Target, calls: number): Promise<Finding> {
  const rounds = await repeat(calls, (index) =>
    inCall(target, async (call) => {
      await call.finishedAfter(call.beganMs);
      const { question } = questionOf(target, index + 1);
      const { endMs } = call.say(await target.voice.say(question));
      await call.firstSoundAfter(endMs);
      return interrupt(target, call, index);
    }),
  );
  return { dialogue: 'both begin at once', aim: SILENT_AND_ANSWERED, rounds };
}

/** A sound that asks for nothing, in the middle of the agent's sentence. */
export async function aside(target: Target, kind: 'cough' | 'mhm', calls: number): Promise<Finding> {
  const mhm = await target.voice.say(MHM);
  const rounds = await repeat(calls, (index) =>
    inCall(target, async (call): Promise<Round> => {
      const greetedMs = await call.firstSoundAfter(call.beganMs);
      await call.reach(greetedMs + FIRST_INTERRUPTION_MS + index * INTERRUPTION_STEP_MS);
      const { beginMs } = call.say(kind === 'cough' ? cough(index + 1) : mhm);
      const lastMs = await call.finishedAfter(beginMs + 1_000);
      await call.reach(lastMs + NO_REPLY_MS);
      const sounds = call.soundsBetween(beginMs - 500, lastMs + 1);
      const pauses = sounds.map((atMs, at) => atMs - (sounds[at - 1] ?? atMs));
      const finished = await target.voice.hears(call.heardSince(greetedMs - 100), target.greetingEnd);
      const replied = call.soundsBetween(lastMs + 1).length > 0;
      return { passed: finished && !replied, figures: { 'longest silence ms': Math.max(...pauses) } };
    }),
  );
  return {
    dialogue: kind === 'cough' ? 'a cough while the agent speaks' : '"mm hmm" while the agent speaks',
    aim: 'the agent finishes its sentence and answers nothing',
    rounds,
  };
}

const SILENT_AND_ANSWERED =
  `the agent's audio ends within ${LONGEST_INTERRUPTION_MS} ms (without the caller's own jitter buffer), ` +
  'and the new question is answered';

/** Speaks over the agent, and tells for how long the agent was still heard and what it answered. */
async function interrupt(target: Target, call: DialogueCall, index: number): Promise<Round> {
  const { question, answer } = questionOf(target, index);
  const spoken = await target.voice.say(question);
  const { beginMs, endMs } = call.say(spoken);
  await call.reach(endMs);
  // Sound that comes after the question's end is the answer; the agent can't be done with listening before.
  const lastMs = call.soundsBetween(beginMs, endMs).at(-1) ?? beginMs;
  const firstMs = await call.firstSoundAfter(Math.max(lastMs + PACKET_MS, endMs));
  await call.finishedAfter(firstMs);
  const understood = await target.voice.hears(call.heardSince(firstMs - 100), answer);
  const heardMs = lastMs - beginMs;
  const jitterBufferMs = await call.jitterBufferMs();
  const serverMs = Math.max(0, heardMs - jitterBufferMs);
  return {
    passed: understood && serverMs <= LONGEST_INTERRUPTION_MS,
    figures: {
      'still heard ms': heardMs,
      "caller's jitter buffer ms": jitterBufferMs,
      'without it ms': serverMs,
    },
  };
}
