import { agreesToUndo, asksToUndo, wantsUndone } from './undo-words.js';

describe('asking to undo', () => {
  it.each([
    'no, Friday',
    'Sorry, I meant eight.',
    'forget that',
    'Could you cancel it again?',
    'Actually, make it Saturday.',
    'I changed my mind, please take it back',
    'Thursday would be better',
    'can we move it to nine',
    'not Thursday, Friday',
  ])('%s', (said) => expect(asksToUndo(said)).toBe(true));

  it.each([
    "no, thanks, that's all",
    'No.',
    'a second table for two on Friday',
    'Actually, one more for Saturday as well',
    'sorry, when was that?',
    'no, what time does it close',
    'and another table, please',
    'thank you',
  ])('is not: %s', (said) => expect(asksToUndo(said)).toBe(false));

  it('is judged by the last turn that wants something', () => {
    expect(wantsUndone(['no, Friday', 'eight'])).toBe(true);
    expect(wantsUndone(['no, I walk', 'another table for Friday, please'])).toBe(false);
    expect(wantsUndone([])).toBe(false);
  });

  it('is agreed to by a yes, and not by a no', () => {
    expect(['yes', 'yes, please', 'sure, cancel it', 'cancel it'].map(agreesToUndo)).not.toContain(false);
    expect(['no', 'no, leave it', 'I am not sure', 'keep both'].map(agreesToUndo)).not.toContain(true);
  });
});
