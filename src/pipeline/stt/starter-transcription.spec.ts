import type { AgentDocument } from '../../agent-document/index.js';
import type { RecognisedWord } from '../../engines/built-in/index.js';
import { STT_RATE_HZ, type Transcript } from '../stages/index.js';
import { type StarterEars, StarterTranscription } from './starter-transcription.js';

const agent: AgentDocument = { schemaVersion: 1 };
const FRAME_SAMPLES = STT_RATE_HZ / 50;

/** A turn, and what the recogniser is given of it: each frame holds its number. */
function begin() {
  const given: number[] = [];
  const settled: (boolean | undefined)[] = [];
  const told: string[] = [];
  let ended = 0;
  let tellWords: (text?: string) => void = () => undefined;
  const ears: StarterEars = {
    vocabularyOf: () => Promise.resolve({ id: 'v', dictionary: '', languageModel: '' }),
    speech: {
      averageVoice: new Float32Array(),
      begin: (_vocabulary, _voice, tell) => {
        let words: RecognisedWord[] = [];
        tellWords = (text = '') => {
          words = text
            .split(' ')
            .filter((word) => word !== '')
            .map((word) => ({ word, startMs: 0, endMs: 100, acousticScore: 0 }));
          tell(words);
        };
        return {
          feed: (samples) => given.push(...samples),
          end: () => {
            ended++;
            return Promise.resolve({ words, voice: new Float32Array() });
          },
          cancel: () => undefined,
        };
      },
    },
  };
  const signal = new AbortController().signal;
  const onWords = (soFar: Transcript) => {
    settled.push(soFar.settled);
    told.push(soFar.text);
  };
  const request = { agent, caller: {}, modelId: undefined, signal, onWords };
  const turn = new StarterTranscription(() => Promise.resolve(ears)).begin(request);
  const say = (from: number, to: number) => {
    for (let frame = from; frame < to; frame++) turn.push(new Int16Array(FRAME_SAMPLES).fill(frame));
  };
  const heard = async () => {
    await turn.end();
    return [...new Set(given)];
  };
  const tellAll = (text?: string) => tellWords(text);
  return { turn, say, heard, given, settled, told, ended: () => ended, tellWords: tellAll };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

describe('the built-in recogniser', () => {
  it('is given nothing of the silence that ends a turn', async () => {
    const { turn, say, heard } = begin();
    say(0, 33);
    turn.anticipate?.(false);
    say(33, 90);
    expect(await heard()).toEqual(numbers(0, 33));
  });

  it('is given the last of a silence with the voice that ends it, and all that follows', async () => {
    const { turn, say, heard } = begin();
    say(0, 33);
    turn.anticipate?.(false);
    say(33, 90);
    turn.goOn?.();
    say(90, 101);
    expect(await heard()).toEqual([...numbers(0, 33), ...numbers(70, 101)]);
  });

  it('has told all that was said once the words of each piece have come', async () => {
    const { turn, say, settled, tellWords } = begin();
    say(0, 8);
    turn.anticipate?.(false);
    await new Promise(setImmediate);
    tellWords();
    tellWords();
    expect(settled).toEqual([false, true]);
    turn.goOn?.();
    turn.anticipate?.(false);
    expect(settled).toEqual([false, true, true]);
  });

  describe('after what sounds whole', () => {
    const later = () => new Promise(setImmediate);

    /** 0.6 s of speech whose words were told, and a silence. */
    async function asked(text: string) {
      const recogniser = begin();
      recogniser.say(0, 30);
      recogniser.turn.anticipate?.(false);
      await later();
      for (let piece = 0; piece < 6; piece++) recogniser.tellWords(text);
      return recogniser;
    }

    it('looks at all of it before the turn has ended', async () => {
      const { turn, ended } = await asked('what is your name');
      await later();
      expect(ended()).toBe(1);
      expect(await turn.end()).toMatchObject({ text: 'what is your name' });
      expect(ended()).toBe(1);
    });

    it('hears all of it anew where the caller goes on, and tells only then what is new', async () => {
      const { turn, say, given, told, ended, tellWords } = await asked('what is your name');
      await later();
      const toldBefore = told.length;
      turn.goOn?.();
      say(30, 35);
      await later();
      expect(given).toHaveLength((30 + 30 + 5) * FRAME_SAMPLES);
      for (let piece = 0; piece < 6; piece++) tellWords('what');
      expect(told.slice(toldBefore)).toEqual(['what']);
      tellWords('what is your name again');
      turn.anticipate?.(false);
      await later();
      expect(ended()).toBe(1);
      expect(await turn.end()).toMatchObject({ text: 'what is your name again' });
      expect(ended()).toBe(2);
    });

    it('waits for the end of what may go on, and of what is long', async () => {
      const unfinished = await asked('what is your');
      await later();
      expect(unfinished.ended()).toBe(0);
      const long = begin();
      long.say(0, 251);
      long.turn.anticipate?.(false);
      await later();
      for (let piece = 0; piece < 51; piece++) long.tellWords('what is your name');
      await later();
      expect(long.ended()).toBe(0);
    });
  });
});
