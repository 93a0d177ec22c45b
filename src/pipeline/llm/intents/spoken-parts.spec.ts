import { isNegated, shortAnswer, spokenParts } from './spoken-parts.js';

it.each([
  ['Um, so, uh, when are you open?', ['so when are you open?']],
  ["I'd like to. I'd like to, um, book the, the room.", ["i'd like to book the room."]],
  [
    'Hello there. My tooth hurts. Can I come today?',
    ['hello there my tooth hurts can i come today?', 'my tooth hurts.', 'can i come today?'],
  ],
  ['Um. Uh...', []],
  ['', []],
])('strips filler from "%s"', (said, parts) => {
  expect(spokenParts(said)).toEqual(parts);
});

it('reads only the first sentences and the end of an endless turn', () => {
  const parts = spokenParts('This is a sentence. '.repeat(5_000) + 'When are you open?');
  expect(parts.length).toBeLessThanOrEqual(4);
  expect(parts.at(-1)).toBe('when are you open?');
});

it.each([
  ['Yes, please.', 'yes'],
  ['Oh yeah, sure.', 'yes'],
  ['Um, okay.', 'yes'],
  ["No, that's all, thank you.", 'no'],
  ['Nope', 'no'],
  ['No, not really.', 'no'],
  ["I'm not sure yet.", 'maybe'],
  ['Maybe', 'maybe'],
  ['4', 'number'],
  ['555-0142', 'number'],
  ['Twenty three', 'number'],
  ['yes but when are you open', undefined],
  ['no parking', undefined],
  ['one moment', undefined],
  ['', undefined],
])('reads "%s" as %s', (said, kind) => {
  expect(shortAnswer(said)).toBe(kind);
});

it.each([
  ["I don't want it", true],
  ['I can’t come', true],
  ['I never said that', true],
  ['I want it', false],
  ['I note it', false],
])('detects negation in "%s"', (said, negated) => {
  expect(isNegated(said)).toBe(negated);
});
