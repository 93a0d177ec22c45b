import { dialledNumber } from './dialled-number.js';

const PLAN = { countryCode: '49', localNumbers: ['7042'] };

it.each([
  ['02079460000', '+44', '+442079460000'],
  ['2079460000', '+44', '+442079460000'],
  ['79460000', '+44-20', '+442079460000'],
  ['+12125550100', '+44', '+12125550100'],
  ['2125550100', '+1', '+12125550100'],
  ['030901820', undefined, '+4930901820'],
  ['030901820', 'example.com', '+4930901820'],
  ['7042', 'example.com', '7042'],
  ['7042', '+44', '7042'],
  ['reception', '+44', 'reception'],
  ['110', '+49', '110'],
])('resolves %s in the context %s to %s', (user, context, number) => {
  expect(dialledNumber({ user, ...(context !== undefined && { context }) }, PLAN)).toBe(number);
});
