import { ThoughtFilter } from './thought-filter.js';

function saidOf(answer: string, pieceLength: number, beginsThinking = false): string {
  const filter = new ThoughtFilter(beginsThinking);
  let said = '';
  for (let at = 0; at < answer.length; at += pieceLength)
    said += filter.push(answer.slice(at, at + pieceLength));
  return (said + filter.end()).trim();
}

describe('reasoning text of a model', () => {
  it.each([
    ['<think>They ask for hours.</think>\n\nWe open at nine.', 'We open at nine.'],
    ['<think>\n\n</think>\n\nWe open at nine.', 'We open at nine.'],
    ['Well. <thinking>Which day?</thinking>We open at nine.', 'Well. We open at nine.'],
    ['<THINK>a < b, b <c</THINK>We open at nine.', 'We open at nine.'],
    ['We open at nine. <think>Done, I', 'We open at nine.'],
    ['One <two and three> is < four', 'One <two and three> is < four'],
  ])('is removed at any chunk boundary: %s', (answer, expected) => {
    for (let length = 1; length <= answer.length; length += 1) expect(saidOf(answer, length)).toBe(expected);
  });

  it('is removed from a reply that starts inside it, once the model has done so before', () => {
    const answer = 'They ask for hours. I say nine.</think>\n\nWe open at nine.';
    const first = new ThoughtFilter(false);
    first.push(answer);
    expect(first.beganThinking).toBe(true);
    for (let length = 1; length <= answer.length; length += 1)
      expect(saidOf(answer, length, true)).toBe('We open at nine.');
  });

  it('is not assumed without a tag, even if the model has reasoned before', () => {
    expect(saidOf('We open at nine.', 3, true)).toBe('We open at nine.');
  });
});
