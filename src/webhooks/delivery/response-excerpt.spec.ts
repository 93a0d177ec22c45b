import { responseExcerpt } from './delivery-sender.js';

describe('responseExcerpt', () => {
  it('never exceeds the UTF-8 limit and never contains NUL', () => {
    for (const byte of [0, 0x41, 0x80, 0xc3, 0xf0, 0xff]) {
      const text = responseExcerpt(Buffer.alloc(30_000, byte), 20_000);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000);
      expect(text).not.toContain('\0');
    }
  });

  it('keeps a short text unchanged', () => {
    expect(responseExcerpt(Buffer.from('{"ok":"☎"}'), 100)).toBe('{"ok":"☎"}');
    expect(responseExcerpt(Buffer.from('abc'), 0)).toBe('');
  });
});
