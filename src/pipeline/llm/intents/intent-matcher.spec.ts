import { defaultStarterDocument } from '../../starter/default-starter-document.js';
import { intentsOf } from '../forms/form-intents.js';
import { IntentMatcher } from './intent-matcher.js';

const INTENTS = intentsOf(defaultStarterDocument());
const matcher = new IntentMatcher(INTENTS);
const heard = (text: string, unknownSpeechMs = 0) => ({ text, unknownSpeechMs });
const intentOf = (text: string, unknownSpeechMs = 0) =>
  matcher.match(heard(text, unknownSpeechMs))?.intent.name;

describe('intent matcher', () => {
  it('knows every example as its own intent, with the full score', () => {
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
  ])('understands "%s" although no example says just that', (text, intent) => {
    expect(intentOf(text)).toBe(intent);
  });

  it.each(['', 'can i', 'i want to', 'bananas are blue'])('makes nothing of "%s"', (text) => {
    expect(intentOf(text)).toBeUndefined();
  });

  it('lets unknown speech beside the known words count against them', () => {
    expect(intentOf('where are you', 0)).toBe('address');
    expect(intentOf('where are you', 3_000)).toBeUndefined();
  });

  it('takes the beginning of an example for unfinished, and a whole one not', () => {
    expect(matcher.isUnfinished(heard('i would like to'))).toBe(true);
    expect(matcher.isUnfinished(heard('where are you'))).toBe(false);
    expect(matcher.isUnfinished(heard(''))).toBe(false);
  });

  it('takes the beginning of an example for one only where next to nothing else was said', () => {
    expect(matcher.isUnfinished(heard('i would like to', 100))).toBe(true);
    expect(matcher.isUnfinished(heard('i would like to', 400))).toBe(false);
  });

  it('takes words with which no sentence ends for unfinished, though an example is near to them', () => {
    expect(matcher.match(heard('who are you a'))?.intent.name).toBe('who-are-you');
    expect(matcher.isUnfinished(heard('who are you a'))).toBe(true);
    expect(matcher.isUnclear(heard('who are you a', 150))).toBe(true);
    expect(matcher.isUnclear(heard('who are you now', 150))).toBe(false);
  });

  it('takes an example that ends for whole, though another one goes on from there', () => {
    expect(matcher.isUnfinished(heard('book a table'))).toBe(false);
    expect(matcher.isUnfinished(heard('book a'))).toBe(true);
  });

  it('takes speech without known words for unclear, and words that no example is near to not', () => {
    expect(matcher.isUnclear(heard('bananas', 400))).toBe(true);
    expect(matcher.isUnclear(heard('bananas are blue'))).toBe(false);
    expect(matcher.isUnclear(heard('', 400))).toBe(true);
    expect(matcher.isUnclear(heard('', 100))).toBe(false);
    expect(matcher.isUnclear(heard('where are you'))).toBe(false);
  });

  it('takes words for unclear that are near to an example, lack some of it and end otherwise', () => {
    expect(matcher.match(heard('can i make a mess'))?.words.join(' ')).toBe('can i make a reservation');
    expect(matcher.isUnclear(heard('can i make a mess'))).toBe(true);
    expect(matcher.isUnclear(heard('what is the address'))).toBe(false);
    expect(matcher.isUnclear(heard('where are you please'))).toBe(false);
  });

  it('knows a whole example that no other one goes on from, with nothing said beside it', () => {
    expect(matcher.isComplete(heard('where are you'))).toBe(true);
    expect(matcher.isComplete(heard('where are'))).toBe(false);
    expect(matcher.isComplete(heard('where are you', 100))).toBe(false);
    expect(matcher.isComplete(heard('where are you with'))).toBe(false);
    const longer = new IntentMatcher([
      { name: 'open', examples: ['are you open', 'are you open today'], reply: '' },
    ]);
    expect(longer.isComplete(heard('are you open'))).toBe(false);
  });

  it('knows a whole question also where no example is near to it', () => {
    expect(matcher.isComplete(heard('do you have a place to park'))).toBe(true);
    expect(matcher.isComplete(heard('do you have a place to'))).toBe(false);
    expect(matcher.isUnfinished(heard('do you have a.'))).toBe(true);
  });

  it('knows by the last words that all of an example was said, however badly the first ones were understood', () => {
    const ended = (text: string, unknownSpeechMs: number, unknownAtEndMs = 0) =>
      matcher.isComplete({ text, unknownSpeechMs, unknownAtEndMs });
    expect(ended('good table for two', 0)).toBe(false);
    expect(ended('book the table for two', 0)).toBe(true);
    expect(ended('when do you open today', 200)).toBe(true);
    expect(ended('yes where are you', 50)).toBe(true);
    expect(ended('when do you open today', 250, 50)).toBe(false);
    expect(ended('what else are you', 0)).toBe(false);
    expect(ended('i want to make a', 0)).toBe(false);
  });

  it('finds the best example also among thousands with the same words', () => {
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

  it('makes nothing of an endless repetition of an example', () => {
    expect(intentOf('where are you '.repeat(500))).toBeUndefined();
  });
});
