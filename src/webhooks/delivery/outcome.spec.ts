import type { SafeHttpResult } from '../../common/safe-http/index.js';
import { outcomeOf, parseRetryAfter } from './outcome.js';

const now = new Date('2026-01-01T00:00:00Z');

function response(status: number, headers: Record<string, string> = {}): SafeHttpResult {
  return { kind: 'response', status, headers, body: Buffer.alloc(0), truncated: false, durationMs: 1 };
}

describe('outcomeOf', () => {
  it('decides for every status as the contract says', () => {
    for (let status = 100; status < 600; status++) {
      const { kind } = outcomeOf(response(status), now);
      if (status >= 200 && status < 300) expect(kind).toBe('delivered');
      else if (status === 410) expect(kind).toBe('gone');
      else if (status === 408 || status === 429 || status >= 500) expect(kind).toBe('retryable');
      else expect(kind).toBe('refused');
    }
  });

  it.each(['TIMEOUT', 'ECONNREFUSED', 'ADDRESS_REFUSED'])('tries again after %s', (code) => {
    const failure: SafeHttpResult = { kind: 'failure', code, durationMs: 1 };
    expect(outcomeOf(failure, now)).toEqual({ kind: 'retryable', retryAfterMs: undefined });
  });

  it('honours Retry-After of a 429', () => {
    expect(outcomeOf(response(429, { 'retry-after': '120' }), now)).toEqual({
      kind: 'retryable',
      retryAfterMs: 120_000,
    });
  });
});

describe('parseRetryAfter', () => {
  it.each([
    ['0', 0],
    ['30', 30_000],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 23:00:00 GMT', 0],
    ['-5', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['2026-01-02', undefined],
    ['99999999999', undefined],
    [undefined, undefined],
    [['1', '2'], undefined],
  ])('reads %j as %j', (value, expected) => {
    expect(parseRetryAfter(value, now)).toBe(expected);
  });
});
