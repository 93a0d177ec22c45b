import { readReplaces } from './replaces.js';

it('reads which dialog a call replaces (RFC 3891, 6.1)', () => {
  expect(readReplaces('98732@sip.example.com;from-tag=r33th4x0r;to-tag=ff87ff')).toEqual({
    ...{ callId: '98732@sip.example.com', fromTag: 'r33th4x0r', toTag: 'ff87ff', earlyOnly: false },
  });
  expect(readReplaces('a ; to-tag=1 ; from-tag=2 ; early-only')).toMatchObject({ earlyOnly: true });
});

it.each(['', 'a@b', 'a@b;to-tag=1', ';to-tag=1;from-tag=2'])('finds no dialog in %j', (field) => {
  expect(readReplaces(field)).toBeUndefined();
});
