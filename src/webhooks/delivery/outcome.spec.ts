import type { SafeHttpResult } from '../../safe-http/index.js';
import { attemptOutcome } from './outcome.js';

const now = new Date('2026-01-01T00:00:00Z');

function response(status: number, headers: Record<string, string> = {}): SafeHttpResult {
  return { kind: 'response', status, headers, body: Buffer.alloc(0), truncated: false, durationMs: 1 };
}

describe('outcomeOf', () => {
  it('classifies every status per the contract', () => {
    for (let status = 100; status < 600; status++) {
      const { kind } = attemptOutcome(response(status), now);
      if (status >= 200 && status < 300) expect(kind).toBe('delivered');
      else if (status === 410) expect(kind).toBe('gone');
      else if (status === 408 || status === 429 || status >= 500) expect(kind).toBe('retryable');
      else expect(kind).toBe('refused');
    }
  });

  it.each(['TIMEOUT', 'ECONNREFUSED', 'ADDRESS_REFUSED'])('retries after %s', (code) => {
    const failure: SafeHttpResult = { kind: 'failure', code, durationMs: 1 };
    expect(attemptOutcome(failure, now)).toEqual({ kind: 'retryable', retryAfterMs: undefined });
  });

  it.each([429, 503, 500, 408, 502])('honours Retry-After on a %d', (status) => {
    const asked = (value: string) => attemptOutcome(response(status, { 'retry-after': value }), now);
    expect(asked('120')).toEqual({ kind: 'retryable', retryAfterMs: 120_000 });
    expect(asked('Thu, 01 Jan 2026 00:10:00 GMT')).toEqual({ kind: 'retryable', retryAfterMs: 600_000 });
  });
});
