import { readSuggestion } from './suggestion-answer.js';

const SMALL = { greeting: 'Good day, Bright Smile. How can I help?', instructions: 'You are the reception.' };
const read = (answer: object) => readSuggestion(JSON.stringify({ ...SMALL, ...answer }));

describe('readSuggestion', () => {
  it('reads an answer in prose and a code fence', () => {
    expect(readSuggestion(`Here you are:\n\`\`\`json\n${JSON.stringify(SMALL)}\n\`\`\``)).toEqual({
      ...SMALL,
      ...{ name: '', languageCode: null, address: '', hours: [], closed: '', knowledge: [], tests: [] },
    });
  });

  it.each([
    '',
    'I cannot do that.',
    '{"greeting": "Hello"}',
    '[]',
    '{"greeting": 1, "instructions": {}}',
    '{',
  ])('refuses %j, which has no agent', (answer) => {
    expect(readSuggestion(answer)).toBeUndefined();
  });

  it('reads hours in the ways that models write them', () => {
    const hours = {
      Monday: ['08:00-12:30', '14:00 – 18:00', '19:00-20:00'],
      tuesday: '9am to 5:30pm',
      Wednesday: [],
      Thursday: 'closed',
      Friday: ['8.30-12'],
      Saturday: ['25:00-26:00', '10:00-09:00', 7],
    };
    expect(read({ hours })!.hours).toEqual([
      [
        { from: '08:00', until: '12:30' },
        { from: '14:00', until: '18:00' },
      ],
      [{ from: '09:00', until: '17:30' }],
      [],
      [],
      [{ from: '08:30', until: '12:00' }],
      [],
      [],
    ]);
    expect(read({ hours: { Monday: 'by appointment' } })!.hours).toEqual([]);
  });

  it('keeps languages that exist', () => {
    expect(
      ['de_DE', 'EN-gb', 'English', '', 7, '--'].map((languageCode) => read({ languageCode })!.languageCode),
    ).toEqual(['de-DE', 'en-GB', null, null, null, null]);
  });

  it('takes placeholders, control characters and what is too long out of the text', () => {
    const { greeting, name } = read({ greeting: 'Hi {{secret.crm}}\u0000\n there', name: 'x'.repeat(500) })!;
    expect(greeting).toBe('Hi { {secret.crm}} there');
    expect(name).toHaveLength(100);
  });

  it('leaves out tests and topics that are not whole, and those beyond the limit', () => {
    const test = { name: 'Hours', say: 'When are you open?', expect: 'It tells the hours.' };
    const topic = { title: 'Parking', content: 'Behind the house.' };
    const answer = read({
      tests: [{ name: 'No words' }, 'x', ...Array.from({ length: 9 }, () => test)],
      knowledge: [{ title: '' }, topic, null],
    })!;
    expect(answer.tests).toEqual(Array.from({ length: 2 }, () => ({ ...test, say: [test.say] })));
    expect(answer.knowledge).toEqual([topic]);
  });
});
