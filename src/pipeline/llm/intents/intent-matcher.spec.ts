import { defaultStarterDocument } from '../../starter/default-starter-document.js';
import { intentsOf } from '../forms/form-intents.js';
import { IntentMatcher } from './intent-matcher.js';

const INTENTS = intentsOf(defaultStarterDocument());
const matcher = new IntentMatcher(INTENTS);
const heard = (text: string, doubtful = false) => ({ text, doubtful });
const intentOf = (text: string) => matcher.match({ text })?.intent.name;

describe('intent matcher', () => {
  it('matches every example to its own intent with the full score', () => {
    for (const intent of INTENTS) {
      for (const example of intent.examples) {
        expect(matcher.match(heard(example))).toMatchObject({ intent: { name: intent.name }, score: 1 });
      }
    }
  });

  it.each([
    ['what are your opening times hours', 'opening-hours'],
    ['can you book a table for two', 'book-a-table'],
    ['what is the address', 'address'],
  ])('matches "%s" although it is no exact example', (text, intent) => {
    expect(intentOf(text)).toBe(intent);
  });

  it.each(['', 'can i', 'i want to', 'bananas are blue'])('rejects "%s"', (text) => {
    expect(intentOf(text)).toBeUndefined();
  });

  it('is unsure of words close to an example that lack a part and end differently', () => {
    expect(matcher.match(heard('i want to make a mess'))?.words.join(' ')).toBe(
      'i want to make a reservation',
    );
    expect(matcher.isUnclear(heard('i want to make a mess'))).toBe(true);
    expect(matcher.isUnclear(heard('what is the address'))).toBe(false);
    expect(matcher.isUnclear(heard('where are you please'))).toBe(false);
    expect(matcher.isUnclear(heard('bananas are blue'))).toBe(false);
    expect(matcher.isUnclear(heard('bananas are blue', true))).toBe(true);
  });

  it('recognizes a whole example that no other continues', () => {
    expect(matcher.isComplete(heard('are pets allowed'))).toBe(true);
    expect(matcher.isComplete(heard('are pets'))).toBe(false);
    expect(matcher.isComplete(heard('are pets allowed', true))).toBe(false);
    expect(matcher.isComplete(heard('are pets allowed with'))).toBe(false);
    const longer = new IntentMatcher([
      { name: 'open', examples: ['are you open', 'are you open today'], reply: '' },
    ]);
    expect(longer.isComplete(heard('are you open'))).toBe(false);
  });

  it('finds the best example among thousands with the same words', () => {
    const words = 'one two three four five six seven eight nine ten'.split(' ');
    const turned = (by: number) => [...words.slice(by), ...words.slice(0, by)].join(' ');
    const intents = words.map((word, by) => ({
      name: word,
      examples: Array.from(
        { length: 50 },
        (_, at) => `${turned(by)} ${words[at % 10]} ${words[Math.floor(at / 10)]}`,
      ),
      reply: word,
    }));
    const many = new IntentMatcher(intents);
    expect(many.match(heard(`${turned(4)} one five`))).toMatchObject({ intent: { name: 'five' }, score: 1 });
    expect(many.match(heard(`${turned(9)} two two`))).toMatchObject({ intent: { name: 'ten' }, score: 1 });
  });

  it('rejects an endless repetition of an example', () => {
    expect(intentOf('where are you '.repeat(500))).toBeUndefined();
  });
});
