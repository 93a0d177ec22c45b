import type { AgentDocument } from '../../agent-document/index.js';
import type { Found, RecognisedWord } from '../../engines/local/index.js';
import { STT_RATE_HZ, type Transcript } from '../stages/index.js';
import { type StarterEars, StarterTranscription } from './starter-transcription.js';

const agent: AgentDocument = { schemaVersion: 1 };
const FRAME_SAMPLES = STT_RATE_HZ / 50;

/** A turn, and what the recogniser is given of it: each frame holds its number. */
function begin(
  find: StarterEars['secondPass']['find'] = () => Promise.resolve(undefined),
  overAgent = false,
) {
  const given: number[] = [];
  const settled: (boolean | undefined)[] = [];
  const told: string[] = [];
  const doubtful: (boolean | undefined)[] = [];
  const asking: Pick<Transcript, 'asks' | 'asksLater'>[] = [];
  let ended = 0;
  let tellWords: (text?: string) => void = () => undefined;
  const ears: StarterEars = {
    vocabularyOf: () => Promise.resolve({ id: 'v', dictionary: '', languageModel: '' }),
    secondPass: { find },
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
    doubtful.push(soFar.doubtful);
    asking.push({ asks: soFar.asks, asksLater: soFar.asksLater });
  };
  const request = { agent, caller: {}, overAgent, modelId: undefined, signal, onWords };
  const turn = new StarterTranscription(() => Promise.resolve(ears)).begin(request);
  const say = (from: number, to: number) => {
    for (let frame = from; frame < to; frame++) turn.push(new Int16Array(FRAME_SAMPLES).fill(frame));
  };
  const heard = async () => {
    await turn.end();
    return [...new Set(given)];
  };
  const tellAll = (text?: string) => tellWords(text);
  return { turn, say, heard, given, settled, told, doubtful, asking, ended: () => ended, tellWords: tellAll };
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

  describe('in noise', () => {
    const later = () => new Promise(setImmediate);
    const REPEAT = 'can you repeat that';

    /** 1.2 s, of which most are louder than the rest, and a silence. */
    async function asked(text: string, found: Found, level = 3, overAgent = false) {
      const looks: Parameters<StarterEars['secondPass']['find']>[0][] = [];
      let tellFound: () => void = () => undefined;
      const waiting = new Promise<void>((resolve) => (tellFound = resolve));
      const recogniser = begin(async (request) => {
        looks.push(request);
        await waiting;
        return found;
      }, overAgent);
      recogniser.say(1_000, 1_010);
      recogniser.say(1_000 * level, 1_000 * level + 50);
      recogniser.turn.anticipate?.(false);
      await later();
      for (let piece = 0; piece < 12; piece++) recogniser.tellWords(text);
      await later();
      const tell = async () => {
        tellFound();
        await later();
      };
      return { ...recogniser, looks, tellFound: tell };
    }

    /** The words that were told last, and at the end of the turn, once the second pass has told what it found. */
    async function heardOf(text: string, found: Found) {
      const { turn, told, doubtful, tellFound } = await asked(text, found);
      await tellFound();
      const heard = await turn.end();
      return { told: told.at(-1), isDoubtful: doubtful.at(-1) ?? false, ended: heard.text };
    }

    it('has all of a turn that it did not understand looked at once more, and tells what is found', async () => {
      const found = { whole: { text: 'Can you repeat that?', margin: -1 } };
      const { turn, looks, told, settled, tellFound } = await asked('can you', found);
      expect(looks).toHaveLength(1);
      expect(looks[0]?.samples).toHaveLength(60 * FRAME_SAMPLES);
      expect(looks[0]?.spokenMs).toBe(850);
      expect(looks[0]?.sentences).toContain(REPEAT);
      expect(told.at(-1)).toBe('can you');
      await tellFound();
      expect(told.at(-1)).toBe(REPEAT);
      expect(settled.at(-1)).toBe(true);
      expect(await turn.end()).toEqual({ text: REPEAT });
    });

    it('keeps its own words where nothing is found, for certain, or in time', async () => {
      const own = { told: 'can you', isDoubtful: false, ended: 'can you' };
      expect(await heardOf('can you', {})).toEqual(own);
      expect(await heardOf('can you', { whole: { text: REPEAT, margin: -6.1 } })).toEqual(own);
      const late = await asked('can you', { whole: { text: REPEAT, margin: 0 } });
      expect(await late.turn.end()).toMatchObject({ text: 'can you' });
    });

    it('waits a moment for what is found where it understood no sentence', async () => {
      const { turn, told, tellFound } = await asked('can you', { whole: { text: REPEAT, margin: 0 } });
      const ended = turn.end();
      await later();
      await tellFound();
      expect(await ended).toEqual({ text: REPEAT });
      expect(told).not.toContain(REPEAT);
    });

    it('keeps its own words where what is found is short, or not what they begin', async () => {
      expect(await heardOf('can you', { whole: { text: 'thank you', margin: 0 } })).toMatchObject({
        ended: 'can you',
      });
      expect(await heardOf('can you', { whole: { text: 'what did you say', margin: 0 } })).toMatchObject({
        ended: 'can you',
      });
      expect(await heardOf('can that', { whole: { text: 'what did you say', margin: 0 } })).toMatchObject({
        ended: 'what did you say',
      });
    });

    it('tells the beginning of a sentence where that is likelier, and keeps its words at the end', async () => {
      const begun = { text: 'Can you repeat', margin: -2 };
      expect(await heardOf('can that', { whole: { text: REPEAT, margin: -2.5 }, begun })).toEqual({
        told: 'can you repeat',
        isDoubtful: true,
        ended: 'can that',
      });
      expect(await heardOf('can that', { begun: { ...begun, margin: -4.1 } })).toMatchObject({
        told: 'can that',
      });
    });

    it('doubts a whole sentence where another is found, or a part of it, or that one hardly', async () => {
      const own = { told: REPEAT, ended: REPEAT };
      const doubted = { ...own, isDoubtful: true };
      expect(await heardOf(REPEAT, { whole: { text: REPEAT, margin: -5.9 } })).toEqual({
        ...own,
        isDoubtful: false,
      });
      expect(await heardOf(REPEAT, { whole: { text: REPEAT, margin: -6.1 } })).toEqual(doubted);
      expect(await heardOf(REPEAT, { whole: { text: 'what did you say', margin: 0 } })).toEqual(doubted);
      expect(await heardOf(REPEAT, {})).toEqual(doubted);
      const begun = { text: 'Can you', margin: 0 };
      expect(await heardOf(REPEAT, { begun })).toEqual({ ...doubted, told: 'can you' });
    });

    it('does not count what was found once the caller goes on, and looks again', async () => {
      const found = { whole: { text: REPEAT, margin: 0 } };
      const { turn, say, looks, told, tellWords, tellFound } = await asked('can you', found);
      turn.goOn?.();
      await tellFound();
      expect(told).not.toContain(REPEAT);
      say(3_000, 3_010);
      turn.anticipate?.(false);
      await later();
      tellWords('can you that');
      tellWords('can you that');
      await later();
      expect(looks.map(({ samples }) => samples.length)).toEqual([60 * FRAME_SAMPLES, 70 * FRAME_SAMPLES]);
      expect(told.at(-1)).toBe(REPEAT);
    });

    it('looks at nothing once more that is clear, that is long, or a short word that was understood', async () => {
      const found = { whole: { text: REPEAT, margin: 0 } };
      expect((await asked('yes please', found)).looks).toHaveLength(0);
      expect((await asked('can you', found, 20)).looks).toHaveLength(0);
      const { turn, say, looks, tellWords } = await asked('yes please', found);
      turn.goOn?.();
      say(3_000, 3_200);
      turn.anticipate?.(false);
      await later();
      for (let piece = 0; piece < 40; piece++) tellWords('can you');
      expect(looks).toHaveLength(0);
    });

    it('looks at a short word once more that took long to say', async () => {
      expect(await heardOf('yes', { whole: { text: REPEAT, margin: 0 } })).toMatchObject({ told: REPEAT });
    });

    describe('over the agent', () => {
      const later = { asks: undefined, asksLater: true };
      const nothing = { asks: undefined, asksLater: undefined };

      it('tells that it will be known whether the words ask for something, and then what of it', async () => {
        const found = { whole: { text: REPEAT, margin: 0 }, difference: 4 };
        const { turn, looks, told, asking, tellFound } = await asked('can you', found, 3, true);
        expect(asking.at(0)).toEqual({ asks: undefined, asksLater: true });
        expect(asking.at(-1)).toEqual(later);
        const [wanting = [], listening = []] = looks[0]?.compared ?? [];
        expect(wanting).toContain('stop');
        expect(listening).toContain('yeah');
        await tellFound();
        expect(asking.at(-1)).toMatchObject({ asks: 4 });
        expect(told.at(-1)).toBe(REPEAT);
        expect(await turn.end()).toEqual({ text: REPEAT });
      });

      it('has short words looked at, too, of which it keeps its own, and only then for nothing else', async () => {
        const found = { whole: { text: REPEAT, margin: 0 }, difference: -2 };
        const { turn, looks, told, asking, tellFound } = await asked('yes please', found, 3, true);
        expect(looks[0]?.sentences).toEqual([]);
        await tellFound();
        expect(asking.at(-1)).toMatchObject({ asks: -2 });
        expect(told.at(-1)).toBe('yes please');
        expect(await turn.end()).toMatchObject({ text: 'yes please' });
      });

      it('waits for nothing in quiet, once nothing was found, and where the caller goes on', async () => {
        const clear = await asked('can you', { difference: 4 }, 20, true);
        expect(clear.looks).toHaveLength(0);
        expect(clear.asking.at(-1)).toEqual({ asks: undefined, asksLater: undefined });
        const found = await asked('can you', {}, 3, true);
        await found.tellFound();
        expect(found.asking.at(-1)).toEqual(nothing);
        const more = await asked('can you', { difference: 4 }, 3, true);
        await more.tellFound();
        more.turn.goOn?.();
        more.say(3_000, 3_005);
        more.tellWords('can you');
        expect(more.asking.at(-1)).toEqual(later);
      });

      it('is not compared with anything where the agent was silent', async () => {
        const { looks, asking, tellFound } = await asked('can you', { difference: 4 });
        expect(looks[0]).not.toHaveProperty('compared');
        await tellFound();
        expect(asking.every((one) => one.asksLater === undefined)).toBe(true);
      });
    });

    it('survives a second pass that fails', async () => {
      const { turn, say, tellWords } = begin(() => Promise.reject(new Error('broken')));
      say(1_000, 1_010);
      say(3_000, 3_030);
      turn.anticipate?.(false);
      await later();
      for (let piece = 0; piece < 8; piece++) tellWords('can you');
      await later();
      expect(await turn.end()).toMatchObject({ text: 'can you' });
    });
  });
});
