import { kindOfTurn } from './kind-of-speech.js';

const SAYS = { said: 'We are open', unsaid: 'until five.' };

describe('what a turn was', () => {
  it('is nothing without words, unless nobody could understand it', () => {
    expect(kindOfTurn({ text: '' }, SAYS, undefined).outcome).toBe('nothing');
    expect(kindOfTurn({ text: '', doubtful: true }, SAYS, undefined).outcome).toBe('words');
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
