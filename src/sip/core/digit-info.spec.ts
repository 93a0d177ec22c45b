import { keyIn } from './digit-info.js';

describe('DTMF key in SIP INFO', () => {
  // application/dtmf-relay per Cisco's and Asterisk's documents; key numbers per RFC 4733, 3.2.
  it.each([
    ['Signal=5\r\nDuration=160\r\n', '5'],
    ['Signal= 5\r\nDuration= 160\r\n', '5'],
    ['Duration=160\r\nSignal=7\r\n', '7'],
    ['signal = *\n', '*'],
    ['Signal=10\r\nDuration=250\r\n', '*'],
    ['Signal=11\r\nDuration=250\r\n', '#'],
    ['Signal=15\r\n', 'D'],
    ['Signal=a\r\n', 'A'],
    ['11', '#'],
    ['3\r\n', '3'],
    ['#', '#'],
    ['05', '5'],
  ])('is read from %j', (body, key) => expect(keyIn(body)).toBe(key));

  it.each([
    'Signal=16\r\nDuration=250\r\n',
    '16',
    'Signal=!\r\n',
    'Duration=160',
    '',
    'Signal=99',
    'hook flash',
  ])('is absent in %j', (body) => expect(keyIn(body)).toBeUndefined());
});
