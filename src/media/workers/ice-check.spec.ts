import { attribute, check } from '../../../test/support/ice-check.js';
import { addresseeOf } from './ice-check.js';

const USERNAME = attribute(0x0006, Buffer.from('ours:theirs'));
const PRIORITY = attribute(0x0024, Buffer.alloc(4));

describe('first packet of a media TCP connection', () => {
  const valid = check(PRIORITY, USERNAME);

  it('identifies its call, also with more data behind it', () => {
    expect(addresseeOf(valid)).toEqual({ fragment: 'ours' });
    expect(addresseeOf(Buffer.concat([valid, valid]))).toEqual({ fragment: 'ours' });
  });

  it('is awaited until complete', () => {
    for (let length = 0; length < valid.length; length += 1)
      expect(addresseeOf(valid.subarray(0, length))).toBe('incomplete');
  });

  const changed = (at: number, value: number) => {
    const copy = Buffer.from(valid);
    copy.writeUInt16BE(value, at);
    return copy;
  };
  it.each([
    ['that is too short for a check', changed(0, 19)],
    ['that is too long for one', changed(0, 1_281)],
    ['of TLS', Buffer.from('160301020001000a', 'hex')],
    ['of HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['that is an answer', changed(2, 0x0101)],
    ['without the magic cookie', changed(6, 0)],
    ['whose lengths contradict each other', changed(4, 4)],
    ['without a user name', check(PRIORITY)],
    ['with an empty user name', check(attribute(0x0006, Buffer.alloc(0)))],
    ['with an attribute that ends behind it', check(USERNAME.subarray(0, 8))],
  ])('rejects a packet %s', (_what, bytes) => expect(addresseeOf(bytes)).toBe('refused'));
});
