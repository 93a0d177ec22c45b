import { abilitiesOf } from './abilities.js';
import { isMiss, notCaught, notKnown, spokenName } from './replies.js';

it.each([
  ['opening-hours', 'opening hours'],
  ['book_a_table', 'booking a table'],
  ['cancelAppointment', 'canceling appointment'],
  ['move-appointment', 'moving appointment'],
  ['Parking', 'parking'],
  ['no-reservations', undefined],
  ['intent-7b', undefined],
  ['what-to-do-when-it-rains', undefined],
  ['house-rules.pdf', undefined],
])('turns "%s" into "%s"', (name, spoken) => {
  expect(spokenName(name)).toBe(spoken);
});

it('offers topics without small talk or duplicates', () => {
  const intent = (name: string, example: string, endsCall = false) => ({
    name,
    examples: [example],
    reply: 'Yes.',
    endsCall,
  });
  const intents = [
    intent('hello', 'Hello!'),
    intent('prices', 'what does it cost'),
    intent('bye', 'see you', true),
  ];
  expect(abilitiesOf(intents, ['Parking', 'Prices'])).toEqual(['prices', 'parking']);
});

it('varies its fallback reply, names at most two topics and stays short', () => {
  const said = [0, 1, 2].map((misses) => notKnown(misses, ['prices', 'parking', 'the menu']));
  expect(said[0]).toBe("I don't know that. But I can help with prices or parking.");
  expect(said[1]).toContain('the menu or prices');
  expect(new Set(said).size).toBe(3);
  expect(notKnown(0, [])).toBe("I don't know that.");
  expect(new Set([0, 1, 2].map(notCaught)).size).toBe(3);
});

it('recognizes its own words when the caller heard only half', () => {
  expect(isMiss("I don't know that. But I can")).toBe(true);
  expect(isMiss('We are open until nine.')).toBe(false);
});
