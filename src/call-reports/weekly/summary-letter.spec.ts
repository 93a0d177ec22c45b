import { summaryLetter } from './summary-letter.js';

const WEEK = { from: new Date('2026-11-30T00:00:00Z'), to: new Date('2026-12-07T00:00:00Z') };
const ABOUT = { accountName: 'Bright Smile', studioUrl: 'https://voice.example.com/studio/' };
const figures = { calls: 1_240, callsBefore: 1_100, failed: 3, handedOver: 41, unanswered: [] };

describe('summaryLetter', () => {
  it('tells calls, the week before, handed over and failed', () => {
    expect(summaryLetter(figures, WEEK, ABOUT)).toMatchObject({
      subject: '1,240 calls last week: Bright Smile',
      paragraphs: [
        '30 November to 6 December: 1,240 calls, 1,100 the week before.',
        'Handed over: 41\nFailed: 3',
      ],
    });
  });

  it('lists what was asked in vain, in one line each', () => {
    const unanswered = [
      { question: 'Do you\nwhiten teeth?', times: 4 },
      { question: `Is ${'very '.repeat(100)}long?`, times: 1 },
    ];
    const { paragraphs, subject } = summaryLetter(
      { ...figures, calls: 1, callsBefore: 0, unanswered },
      WEEK,
      ABOUT,
    );
    expect(subject).toBe('1 call last week: Bright Smile');
    expect(paragraphs[0]).toBe('30 November to 6 December: 1 call, none the week before.');
    const [head, first, second] = paragraphs[2]!.split('\n');
    expect([head, first]).toEqual([
      'Asked, and not found in what your agents know:',
      '– “Do you whiten teeth?” (4 times)',
    ]);
    expect(second!.length).toBeLessThan(170);
  });
});
