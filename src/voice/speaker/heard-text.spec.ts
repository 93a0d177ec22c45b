import { heardText } from './heard-text.js';

describe('heardText', () => {
  const text = 'We are open from nine to five.';

  it('is the whole text when all audio was played', () => {
    expect(heardText(text, 3_000, 3_000)).toBe(text);
  });

  it('is empty when nothing was played', () => {
    expect(heardText(text, 0, 3_000)).toBe('');
    expect(heardText(text, 100, 0)).toBe('');
  });

  it('stops before the interrupted word', () => {
    expect(heardText(text, 1_500, 3_000)).toBe('We are open');
  });

  it('keeps a word that was just completed', () => {
    expect(heardText('one two', 300, 700)).toBe('one');
  });

  it('is empty when the first word was interrupted', () => {
    expect(heardText('Extraordinary', 500, 1_000)).toBe('');
  });
});
