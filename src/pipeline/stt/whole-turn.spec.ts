import type { Transcript, TranscriptionRequest } from '../stages/index.js';
import { WholeTurn } from './whole-turn.js';

/** A turn whose recogniser understands these words, one request after the other. */
function turnOf(...understood: readonly (string | Error)[]) {
  const askedSamples: number[] = [];
  const told: string[] = [];
  const request = {
    signal: new AbortController().signal,
    onWords: ({ text }: Transcript) => told.push(text),
  } as unknown as TranscriptionRequest;
  const turn = new WholeTurn(request, (pieces) => {
    askedSamples.push(pieces.reduce((sum, piece) => sum + piece.length, 0));
    const heard = understood[askedSamples.length - 1] ?? '';
    return heard instanceof Error ? Promise.reject(heard) : Promise.resolve({ text: heard });
  });
  const push = () => turn.push(new Int16Array(320));
  push();
  return { turn, push, askedSamples, told };
}

describe('a turn for a recogniser of whole turns', () => {
  it('ends with what was understood in advance, without asking again', async () => {
    const { turn, push, askedSamples, told } = turnOf('where are you');
    turn.anticipate(true);
    push();
    expect(await turn.end()).toEqual({ text: 'where are you' });
    expect(askedSamples).toEqual([320]);
    expect(told).toEqual(['where are you']);
  });

  it('asks about all of it where nothing was understood and its end may have been missing', async () => {
    const { turn, push, askedSamples } = turnOf('', 'where are you');
    turn.anticipate(true);
    push();
    expect(await turn.end()).toEqual({ text: 'where are you' });
    expect(askedSamples).toEqual([320, 640]);
  });

  it('believes that nothing was said where its end was there', async () => {
    const { turn, push, askedSamples } = turnOf('');
    turn.anticipate(false);
    push();
    expect(await turn.end()).toEqual({ text: '' });
    expect(askedSamples).toEqual([320]);
  });

  it('understands anew what was anticipated before the caller went on', async () => {
    const { turn, push, askedSamples } = turnOf('where', 'where are you');
    turn.anticipate(true);
    turn.goOn();
    push();
    turn.anticipate(false);
    expect(await turn.end()).toEqual({ text: 'where are you' });
    expect(askedSamples).toEqual([320, 640]);
  });

  it.each(['', 'where can i'])(
    'asks again where it heard "%s" and the caller has fallen silent since',
    async (text) => {
      const { turn, push, askedSamples, told } = turnOf(text, 'where can i find you');
      turn.anticipate(true);
      push();
      await Promise.resolve();
      turn.anticipate(false);
      turn.anticipate(false);
      expect(await turn.end()).toEqual({ text: 'where can i find you' });
      expect(askedSamples).toEqual([320, 640]);
      expect(told.at(-1)).toBe('where can i find you');
    },
  );

  it('asks again as soon as it has heard what breaks off, where the caller was silent before that', async () => {
    const { turn, push, askedSamples } = turnOf('where can i', 'where can i find you');
    turn.anticipate(true);
    push();
    turn.anticipate(false);
    await Promise.resolve();
    await Promise.resolve();
    expect(askedSamples).toEqual([320, 640]);
    expect(await turn.end()).toEqual({ text: 'where can i find you' });
  });

  it('is content with what breaks off where it can not be heard once more', async () => {
    const { turn, askedSamples } = turnOf('where can i', new Error('gone'));
    turn.anticipate(true);
    await Promise.resolve();
    turn.anticipate(false);
    expect(await turn.end()).toEqual({ text: 'where can i' });
    expect(askedSamples).toEqual([320, 320]);
  });

  it('asks no more where it heard all of it', async () => {
    const { turn, push, askedSamples } = turnOf('where are you');
    turn.anticipate(true);
    push();
    await Promise.resolve();
    turn.anticipate(false);
    expect(await turn.end()).toEqual({ text: 'where are you' });
    expect(askedSamples).toEqual([320]);
  });
});
