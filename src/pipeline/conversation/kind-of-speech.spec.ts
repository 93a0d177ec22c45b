import { kindOfTurn } from './kind-of-speech.js';

const unknown = (unknownSpeechMs: number) => ({ text: '', unknownSpeechMs });

describe('kind of turn', () => {
  it('takes half a second of unknown speech for words, and less for a cough', () => {
    expect(kindOfTurn(unknown(400), undefined)).toBe('nothing');
    expect(kindOfTurn(unknown(500), undefined)).toBe('words');
  });

  it('takes an unknown word for one where its sound is no listener’s', () => {
    expect(kindOfTurn(unknown(250), undefined, true)).toBe('nothing');
    expect(kindOfTurn(unknown(350), undefined, true)).toBe('words');
  });

  it('takes "yeah" for a backchannel, unless more is said beside it', () => {
    expect(kindOfTurn({ text: 'yeah', unknownSpeechMs: 100 }, undefined)).toBe('backchannel');
    expect(kindOfTurn({ text: 'yeah', unknownSpeechMs: 400 }, undefined)).toBe('words');
  });
});
