import { allowanceFor } from './allowed-numbers.js';

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
