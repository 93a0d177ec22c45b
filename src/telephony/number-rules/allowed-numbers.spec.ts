import { allowanceFor, mayCall, permits } from './allowed-numbers.js';

const rules = (allowedPrefixes: string[], blockedPrefixes: string[] = []) => ({
  allowedPrefixes,
  blockedPrefixes,
});

it.each([
  ['nothing, where nothing is opened', '+442079460000', rules([]), 0],
  ['what begins so', '+442079460000', rules(['+44', '+4420', '+1']), 5],
  ['not what begins otherwise', '+33123456789', rules(['+44']), 0],
  ['not what a longer prefix forbids', '+449098790000', rules(['+44'], ['+4490']), 0],
  ['what a still longer one allows again', '+449098790000', rules(['+44', '+44909'], ['+4490']), 6],
  ['not what is both', '+449098790000', rules(['+44'], ['+44']), 0],
])('allows %s', (_what, number, given, expected) => {
  expect(allowanceFor(number, given)).toBe(expected);
});

const TRUNK = { localNumbers: ['7XXX', '112'], outbound: rules(['+44', '+1']) };

it.each([
  ['a number that begins so', '+442079460000', 3],
  ['not one that is too short for its plan', '+4477', 0],
  ['not one that is longer than any', '+44207946000012345', 0],
  ['an extension that the trunk knows', '7001', 1],
  ['an emergency number that it names', '112', 1],
  ['no emergency number that it does not name', '999', 0],
  ['no extension that it does not know', '8001', 0],
  ['nothing that was never read as a number', '020 7946 0000', 0],
])('lets a trunk call %s', (_what, dialled, expected) => {
  expect(mayCall(dialled, TRUNK)).toBe(expected);
});

it('restricts local numbers of a trunk to rules that name numbers', () => {
  expect([
    permits('7001', rules([])),
    permits('7001', rules(['+44'])),
    permits('7001', rules([], ['+44'])),
  ]).toEqual([true, false, true]);
});
