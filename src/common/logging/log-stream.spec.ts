import { stripVTControlCharacters } from 'node:util';
import { readable } from './log-stream.js';

const time = new Date(2026, 0, 2, 3, 4, 5).getTime();

const read = (record: object) =>
  stripVTControlCharacters(readable(JSON.stringify({ level: 30, time, region: 'local', ...record })));

describe('readable', () => {
  it('writes time, level, message and fields on one line', () => {
    expect(read({ msg: 'Call ended' })).toBe('[03:04:05] INFO: Call ended\n');
    expect(read({ level: 40, msg: 'Slow', ms: 7, of: { id: 'a\nb' } })).toBe(
      '[03:04:05] WARN: Slow {"ms":7,"of":{"id":"a\\nb"}}\n',
    );
  });

  it('writes the stack of an error below', () => {
    expect(read({ level: 50, msg: 'Failed', err: { stack: 'Error: no\n    at x' } })).toBe(
      '[03:04:05] ERROR: Failed\n    Error: no\n    at x\n',
    );
    expect(read({ level: 50, err: { message: 'no' } })).toContain('{"message":"no"}');
  });
});
