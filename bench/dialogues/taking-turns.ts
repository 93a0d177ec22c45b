import type { Finding, Round } from './report.js';
import { babble, silence, whiteNoise } from './sounds.js';
import { concat } from '../../test/support/audio.js';
import { inCall, questionOf, repeat, type Target } from './target.js';

const QUESTIONS_PER_CALL = 4;
const PAUSE_MS = 400;
const NOISE_MS = 30_000;
const NOISE_DBFS = -35;
/**
 * The half second of silence that ends a turn, and a second to understand and to answer: later a caller says it
 * again.
 */
const LONGEST_RESPONSE_MS = 1_500;
/** The caller is asked once whether it is still there. */
const MOST_UTTERANCES_IN_NOISE = 1;

/** From the end of the caller's words to the first sound of the answer. */
export async function responseTime(target: Target, calls: number): Promise<Finding> {
  const rounds = await repeat(calls, (index) =>
    inCall(target, async (call) => {
      await call.finishedAfter(call.beganMs);
      return repeat(QUESTIONS_PER_CALL, async (turn): Promise<Round> => {
        const { question, answer } = questionOf(target, index * QUESTIONS_PER_CALL + turn);
        const { endMs } = call.say(await target.voice.say(question));
        await call.reach(endMs);
        const firstMs = await call.firstSoundAfter(endMs);
        await call.finishedAfter(firstMs);
        const understood = await target.voice.hears(call.heardSince(firstMs - 100), answer);
        const responseMs = firstMs - endMs;
        return {
          passed: understood && responseMs <= LONGEST_RESPONSE_MS,
          figures: { 'response ms': responseMs },
        };
      });
    }),
  );
  return {
    dialogue: 'a question',
    aim: `the right answer, heard within ${LONGEST_RESPONSE_MS} ms of the last word`,
    rounds: rounds.flat(),
  };
}

/** The caller thinks for a moment in the middle of a sentence. */
export async function pauseInSentence(target: Target, calls: number): Promise<Finding> {
  const first = await target.voice.say('i would like to');
  const second = await target.voice.say('book a table');
  const whole = concat([first, silence(PAUSE_MS), second]);
  const rounds = await repeat(calls, () =>
    inCall(target, async (call): Promise<Round> => {
      await call.finishedAfter(call.beganMs);
      const { beginMs, endMs } = call.say(whole);
      await call.reach(endMs);
      const spokeOver = call.soundsBetween(beginMs, endMs).length > 0;
      const firstMs = await call.firstSoundAfter(endMs);
      await call.finishedAfter(firstMs);
      const understood = await target.voice.hears(call.heardSince(firstMs - 100), 'for how many people');
      return { passed: !spokeOver && understood, figures: { 'response ms': firstMs - endMs } };
    }),
  );
  return {
    dialogue: `a pause of ${PAUSE_MS} ms within a sentence`,
    aim: 'the agent does not talk over it, and answers the whole sentence',
    rounds,
  };
}

export async function noise(target: Target, kind: 'white' | 'babble'): Promise<Finding> {
  const sound = kind === 'white' ? whiteNoise(NOISE_MS, NOISE_DBFS, 1) : await babbleOf(target);
  const round = await inCall(target, async (call): Promise<Round> => {
    await call.finishedAfter(call.beganMs);
    const { beginMs, endMs } = call.say(sound);
    await call.reach(endMs + 2_000);
    const utterances = call.utterancesBetween(beginMs).length;
    const { question, answer } = questionOf(target, 0);
    const asked = call.say(await target.voice.say(question));
    await call.reach(asked.endMs);
    const firstMs = await call.firstSoundAfter(asked.endMs);
    await call.finishedAfter(firstMs);
    const understood = await target.voice.hears(call.heardSince(firstMs - 100), answer);
    return {
      passed: utterances <= MOST_UTTERANCES_IN_NOISE && understood,
      figures: { 'utterances of the agent (count)': utterances },
    };
  });
  return {
    dialogue: `30 s of ${kind === 'white' ? 'white noise' : 'babble'} at ${NOISE_DBFS} dBFS`,
    aim: `at most ${MOST_UTTERANCES_IN_NOISE} utterance (are you still there?), and the question after it is answered`,
    rounds: [round],
  };
}

/** Six sentences at once, which have nothing to do with the agent. */
async function babbleOf({ voice }: Target): Promise<Int16Array> {
  const sentences = [
    'my favourite movie is about a spaceship that never lands anywhere',
    'the weather in the mountains was rather cold for the season',
    'she painted the old fence green and blue before the winter',
    'nobody remembers who built the bridge across the river',
    'the orchestra plays again on the last day of the festival',
    'our neighbours have three dogs and a very patient cat',
  ];
  const voices = ['rms', 'awb', 'slt', 'kal', 'rms', 'slt'];
  const spoken = await Promise.all(sentences.map((sentence, index) => voice.say(sentence, voices[index])));
  return babble(spoken, NOISE_MS, NOISE_DBFS);
}
