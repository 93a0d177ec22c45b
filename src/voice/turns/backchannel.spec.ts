import { isBackchannel } from './index.js';

describe('backchannel', () => {
  it.each(['mhm', 'Uh-huh.', 'Mm-hmm.', 'okay', 'yeah yeah', 'Oh, okay.', 'I see', 'all right', 'Erm...'])(
    'takes "%s" for a backchannel',
    (text) => {
      expect(isBackchannel(text)).toBe(true);
    },
  );

  it.each(['', 'no', 'okay stop', 'yes please', 'right what time is it'])('takes "%s" for words', (text) => {
    expect(isBackchannel(text)).toBe(false);
  });
});
