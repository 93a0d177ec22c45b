import type { AgentDocument } from '../../agent-document/index.js';
import { STT_RATE_HZ, type Transcript } from '../stages/index.js';
import { type StarterEars, StarterTranscription } from './starter-transcription.js';

const agent: AgentDocument = { schemaVersion: 1 };
const FRAME_SAMPLES = STT_RATE_HZ / 50;

/** A turn, and what the recogniser is given of it: each frame holds its number. */
function begin() {
  const given: number[] = [];
  const settled: (boolean | undefined)[] = [];
  let tellWords: () => void = () => undefined;
  const ears: StarterEars = {
    vocabularyOf: () => Promise.resolve({ id: 'v', dictionary: '', languageModel: '' }),
    speech: {
      averageVoice: new Float32Array(),
      begin: (_vocabulary, _voice, tell) => {
        tellWords = () => tell([]);
        return {
          feed: (samples) => given.push(...samples),
          end: () => Promise.resolve({ words: [], voice: new Float32Array() }),
          cancel: () => undefined,
        };
      },
    },
  };
  const signal = new AbortController().signal;
  const onWords = (soFar: Transcript) => settled.push(soFar.settled);
  const request = { agent, caller: {}, modelId: undefined, signal, onWords };
  const turn = new StarterTranscription(() => Promise.resolve(ears)).begin(request);
  const say = (from: number, to: number) => {
    for (let frame = from; frame < to; frame++) turn.push(new Int16Array(FRAME_SAMPLES).fill(frame));
  };
  const heard = async () => {
    await turn.end();
    return [...new Set(given)];
  };
  return { turn, say, heard, settled, tellWords: () => tellWords() };
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
});
