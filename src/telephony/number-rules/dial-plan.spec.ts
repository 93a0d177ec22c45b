import { isLocalNumber, numberOnTrunk } from './dial-plan.js';

const PLAN = {
  countryCode: '44',
  localNumbers: ['7XXX', '*98', 'reception', '8001111', '2XX', 'XXXX', 'Max'],
};

it.each([
  ['7001', true],
  ['*98', true],
  ['reception', true],
  ['Max', true],
  ['1234', true],
  ['12345', false],
  ['Reception', false],
  ['2XX', true],
  ['201', false],
  ['Maz', false],
  ['112', false],
  ['9911', false],
  ['0112', false],
  ['7112', false],
  ['', false],
  ['1'.repeat(10_000), false],
])('checks %s: %s', (dialled, isAdmitted) => {
  expect(isLocalNumber(dialled, PLAN)).toBe(isAdmitted);
});

it('allows emergency numbers when listed in full', () => {
  expect(isLocalNumber('112', { localNumbers: ['112'] })).toBe(true);
  expect(isLocalNumber('9911', { localNumbers: ['9911'] })).toBe(true);
});

it.each([
  ['020 7946 0000', '+442079460000'],
  ['442079460000', '+442079460000'],
  ['7001', '7001'],
  ['8001111', '8001111'],
  ['08001111', '+448001111'],
  ['999', '999'],
  ['anonymous', 'anonymous'],
])('records %s as %s', (user, number) => {
  expect(numberOnTrunk(user, PLAN)).toBe(number);
});
