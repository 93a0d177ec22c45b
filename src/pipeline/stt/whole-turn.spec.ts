import type { Transcript, TranscriptionRequest } from '../stages/index.js';
import { WholeTurn } from './whole-turn.js';

/** A turn whose recognizer returns these texts in order. */
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

describe('turn of a whole-turn recognizer', () => {
  it('reuses the early transcript at the end', async () => {
    const { turn, push, askedSamples, told } = turnOf('where are you');
    turn.anticipate(true);
    push();
    expect(await turn.end()).toEqual({ text: 'where are you' });
    expect(askedSamples).toEqual([320]);
    expect(told).toEqual(['where are you']);
  });

  it('transcribes the whole turn when nothing was recognized and its end may be missing', async () => {
    const { turn, push, askedSamples } = turnOf('', 'where are you');
    turn.anticipate(true);
    push();
    expect(await turn.end()).toEqual({ text: 'where are you' });
    expect(askedSamples).toEqual([320, 640]);
  });

  it('accepts an empty transcript when the end was included', async () => {
    const { turn, push, askedSamples } = turnOf('');
    turn.anticipate(false);
    push();
    expect(await turn.end()).toEqual({ text: '' });
    expect(askedSamples).toEqual([320]);
  });

  it('discards an early transcript when the caller resumes', async () => {
    const { turn, push, askedSamples } = turnOf('where', 'where are you');
    turn.anticipate(true);
    turn.goOn();
    push();
    turn.anticipate(false);
    expect(await turn.end()).toEqual({ text: 'where are you' });
    expect(askedSamples).toEqual([320, 640]);
  });

  it.each(['', 'where can i'])(
    'transcribes again when it heard "%s" and the caller has paused since',
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

  it('transcribes an unfinished text again immediately if the caller was already silent', async () => {
    const { turn, push, askedSamples } = turnOf('where can i', 'where can i find you');
    turn.anticipate(true);
    push();
    turn.anticipate(false);
    await Promise.resolve();
    await Promise.resolve();
    expect(askedSamples).toEqual([320, 640]);
    expect(await turn.end()).toEqual({ text: 'where can i find you' });
  });

  it('accepts an unfinished text when no more audio exists', async () => {
    const { turn, askedSamples } = turnOf('where can i', new Error('gone'));
    turn.anticipate(true);
    await Promise.resolve();
    turn.anticipate(false);
    expect(await turn.end()).toEqual({ text: 'where can i' });
    expect(askedSamples).toEqual([320, 320]);
  });

  it('does not transcribe again when all audio was covered', async () => {
    const { turn, push, askedSamples } = turnOf('where are you');
    turn.anticipate(true);
    push();
    await Promise.resolve();
    turn.anticipate(false);
    expect(await turn.end()).toEqual({ text: 'where are you' });
    expect(askedSamples).toEqual([320]);
  });
});
