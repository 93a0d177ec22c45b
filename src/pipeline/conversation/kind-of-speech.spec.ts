import { kindOfTurn } from './kind-of-speech.js';

const SAYS = { said: 'We are open', unsaid: 'until five.' };

describe('outcome of a turn', () => {
  it('is empty without words, unless recognition was doubtful', () => {
    expect(kindOfTurn({ text: '' }, SAYS, undefined).outcome).toBe('nothing');
    expect(kindOfTurn({ text: '', doubtful: true }, SAYS, undefined).outcome).toBe('words');
  });

  it('is words without a classifier for the language', () => {
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
