import { AgentFault } from '../../voice/agent-adapter.js';
import type { FaultCode } from '../../voice/fault-codes.js';
import { OPEN_MS } from './breaker.js';
import { ProviderBreakers } from './provider-breakers.js';

const SERVER_FAILED = new AgentFault('PROVIDER_ERROR', 'The server failed', true);
const refused = (status: number) => new AgentFault('PROVIDER_REFUSED', 'It refused', false, { status });

function provider() {
  const clock = { nowMs: 0 };
  const breakers = new ProviderBreakers(() => clock.nowMs);
  return {
    clock,
    breakers,
    works: (account: string) => breakers.request(account, () => Promise.resolve()),
    async fails(account: string, fault: AgentFault = SERVER_FAILED, signal?: AbortSignal) {
      const request = breakers.request(account, () => Promise.reject(fault), signal);
      await expect(request).rejects.toBe(fault);
    },
  };
}

describe('circuit breakers of a provider', () => {
  it('open for an account after three failures in a row and close after a successful trial', async () => {
    const { breakers, clock, fails, works } = provider();
    for (let time = 0; time < 3; time++) await fails('a');
    expect([breakers.allows('a'), breakers.isOpen('a')]).toEqual([false, true]);
    clock.nowMs = OPEN_MS;
    expect([breakers.allows('a'), breakers.isOpen('a')]).toEqual([true, true]);
    await works('a');
    expect([breakers.allows('a'), breakers.isOpen('a')]).toEqual([true, false]);
  });

  it('allow one trial request at a time', async () => {
    const { breakers, clock, fails } = provider();
    for (let time = 0; time < 3; time++) await fails('a');
    clock.nowMs = OPEN_MS;
    let works: () => void = () => undefined;
    const trial = breakers.request('a', () => new Promise<void>((resolve) => (works = resolve)));
    expect(breakers.allows('a')).toBe(false);
    works();
    await trial;
    expect(breakers.allows('a')).toBe(true);
  });

  it('stay open after a failed trial and allow the next in time', async () => {
    const { breakers, clock, fails } = provider();
    for (let time = 0; time < 3; time++) await fails('a');
    for (const round of [1, 2, 3]) {
      clock.nowMs = round * OPEN_MS;
      expect(breakers.allows('a')).toBe(true);
      await fails('a');
      expect(breakers.allows('a')).toBe(false);
    }
  });

  it('stay closed for others while one account fails', async () => {
    const { breakers, clock, fails } = provider();
    for (let second = 0; second < 60; second++) {
      clock.nowMs = second * 1_000;
      await fails('a');
      expect(breakers.allows('b')).toBe(true);
    }
  });

  it('open for everybody for ten seconds after three accounts in a row failed', async () => {
    const { breakers, clock, fails } = provider();
    for (const account of ['a', 'b', 'c']) await fails(account);
    expect(['a', 'd'].map((account) => breakers.allows(account))).toEqual([false, false]);
    clock.nowMs = OPEN_MS;
    expect(['a', 'd'].map((account) => breakers.allows(account))).toEqual([true, true]);
  });

  it('close for everybody when one request succeeds', async () => {
    const { breakers, fails, works } = provider();
    for (const account of ['a', 'b', 'c']) await fails(account);
    await works('d');
    expect(['a', 'b', 'c', 'd'].every((account) => breakers.allows(account))).toBe(true);
  });

  it('reset the failure count after a success', async () => {
    const { breakers, fails, works } = provider();
    for (let time = 0; time < 5; time++) {
      for (const account of ['a', 'b']) await fails(account);
      await works('a');
      await works('b');
    }
    expect(['a', 'b', 'c'].every((account) => breakers.allows(account))).toBe(true);
  });

  it.each([400, 401, 403, 404, 422])('ignore failures caused by a document or key: %i', async (status) => {
    const { breakers, fails } = provider();
    for (const account of ['a', 'b', 'c']) {
      for (let time = 0; time < 10; time++) await fails(account, refused(status));
      expect(breakers.isOpen(account)).toBe(false);
    }
  });

  it.each([402, 429])('keep rate limits of one account from affecting others: %i', async (status) => {
    const { breakers, fails } = provider();
    for (const account of ['a', 'b', 'c']) {
      for (let time = 0; time < 3; time++) await fails(account, refused(status));
    }
    expect(['a', 'b', 'c', 'd'].map((account) => breakers.allows(account))).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it.each<FaultCode>(['PROVIDER_UNREACHABLE', 'PROVIDER_TIMEOUT', 'PROVIDER_LOST', 'PROVIDER_PROTOCOL'])(
    'count server and network failures: %s',
    async (code) => {
      const { breakers, fails } = provider();
      for (let time = 0; time < 3; time++) await fails('a', new AgentFault(code, 'It failed', true));
      expect(breakers.allows('a')).toBe(false);
    },
  );

  it('ignore aborted requests and allow another trial after one', async () => {
    const { breakers, clock, fails } = provider();
    const aborted = AbortSignal.abort();
    for (let time = 0; time < 3; time++) await fails('a', SERVER_FAILED, aborted);
    expect(breakers.allows('a')).toBe(true);
    for (let time = 0; time < 3; time++) await fails('a');
    clock.nowMs = OPEN_MS;
    await fails('a', SERVER_FAILED, aborted);
    expect(breakers.allows('a')).toBe(true);
    await fails('a', refused(404));
    expect(breakers.allows('a')).toBe(true);
  });
});
