import { kindOfTurn } from './kind-of-speech.js';

const SAYS = { said: 'We are open', unsaid: 'until five.' };
const unknown = (unknownSpeechMs: number) => ({ text: '', unknownSpeechMs });
const outcomeOf = (heard: { text: string; unknownSpeechMs?: number }, progress = SAYS) =>
  kindOfTurn(heard, progress, undefined).outcome;

describe('what a turn was', () => {
  it('without words is nothing but a cough or a noise when it was short', () => {
    expect(outcomeOf(unknown(499))).toBe('nothing');
    expect(outcomeOf(unknown(500))).toBe('words');
  });

  it('may be a backchannel unless much else was said beside it', () => {
    expect(outcomeOf({ text: 'yeah', unknownSpeechMs: 100 })).toBe('backchannel');
    expect(outcomeOf({ text: 'yeah', unknownSpeechMs: 400 })).toBe('words');
  });

  it('is words where nobody tells what is meant in that language', () => {
    expect(kindOfTurn({ text: 'yeah' }, undefined, undefined)).toEqual({
      outcome: 'words',
      meaning: undefined,
    });
  });

  it('asks the agent to wait', () => {
    expect(kindOfTurn({ text: 'Hold on a second.' }, SAYS, undefined)).toEqual({
      outcome: 'hold',
      meaning: 'hold',
    });
  });
});
