import type { AgentIntent } from '../../../agent-document/index.js';
import { together } from '../../starter/vectors.js';
import { nearestIntent } from './nearest-intent.js';

const intent = (name: string, ...examples: string[]): AgentIntent => ({ name, examples, reply: '' });
const at = (...numbers: number[]) => together([Float32Array.from(numbers)]);
const hours = { intent: intent('hours', 'when are you open'), vector: at(1, 0, 0), examples: [] };
const visit = { intent: intent('visit', 'i want to come'), vector: at(0, 1, 0), examples: [] };
const meant = (text: string, vector: Float32Array, elsewhere: number) =>
  nearestIntent([{ text, vector, elsewhere }], [hours, visit]).intent?.name;

it('selects the intent in the direction of the words', () => {
  expect(meant('until when can i drop in', at(0.9, 0.4, 0), 0)).toBe('hours');
  expect(meant('may we drop in', at(0.4, 0.9, 0), 0)).toBe('visit');
});

it('selects none when the nearest is far away or close to small talk', () => {
  expect(meant('bananas', at(0.05, 0.02, 1), 0)).toBeUndefined();
  expect(meant('do the stores open when it rains', at(0.5, 0, 0.9), 0)).toBe('hours');
  expect(meant('do the stores open when it rains', at(0.5, 0, 0.9), 0.9)).toBeUndefined();
});

it('ranks all intents by nearness, even if none is near enough', () => {
  const parts = [{ text: 'can i', vector: at(0, 0.05, 1), elsewhere: 0 }];
  const { intent, ranked } = nearestIntent(parts, [hours, visit]);
  expect([intent, ranked?.map(({ name }) => name)]).toEqual([undefined, ['visit', 'hours']]);
});

it('uses the most distinctive sentence, each compared with small talk', () => {
  const parts = [
    { text: 'it is raining here', vector: at(0, 0, 1), elsewhere: 0.9 },
    { text: 'when do you open', vector: at(1, 0.1, 0), elsewhere: 0.1 },
  ];
  expect(nearestIntent(parts, [hours, visit]).intent?.name).toBe('hours');
});

it('rejects an intent with a negated example', () => {
  expect(meant('i do not want to come', at(0, 1, 0), 0)).toBeUndefined();
  expect(meant('i want to come', at(0, 1, 0), 0)).toBe('visit');
});

it('counts the nearest example of an intent with many', () => {
  const said = at(0.65, 0.7, 0.3);
  const chosen = (count: number) =>
    nearestIntent(
      [{ text: 'may we', vector: said, elsewhere: 0 }],
      [{ ...hours, examples: Array.from({ length: count }, () => said) }, visit],
    ).intent?.name;
  expect([chosen(4), chosen(20)]).toEqual(['visit', 'hours']);
});
