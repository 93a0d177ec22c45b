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

describe('the circuit breakers of a provider', () => {
  it('open for an account after three failures in a row, and close with a trial that works', async () => {
    const { breakers, clock, fails, works } = provider();
    for (let time = 0; time < 3; time++) await fails('a');
    expect([breakers.allows('a'), breakers.isOpen('a')]).toEqual([false, true]);
    clock.nowMs = OPEN_MS;
    expect([breakers.allows('a'), breakers.isOpen('a')]).toEqual([true, true]);
    await works('a');
    expect([breakers.allows('a'), breakers.isOpen('a')]).toEqual([true, false]);
  });

  it('let one request at a time try a provider that failed', async () => {
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

  it('stay open after a trial that failed, and allow the next one in its time', async () => {
    const { breakers, clock, fails } = provider();
    for (let time = 0; time < 3; time++) await fails('a');
    for (const round of [1, 2, 3]) {
      clock.nowMs = round * OPEN_MS;
      expect(breakers.allows('a')).toBe(true);
      await fails('a');
      expect(breakers.allows('a')).toBe(false);
    }
  });

  it('stay closed for others, however often the requests of one account fail', async () => {
    const { breakers, clock, fails } = provider();
    for (let second = 0; second < 60; second++) {
      clock.nowMs = second * 1_000;
      await fails('a');
      expect(breakers.allows('b')).toBe(true);
    }
  });

  it('open for everybody for ten seconds once it has failed three accounts in a row', async () => {
    const { breakers, clock, fails } = provider();
    for (const account of ['a', 'b', 'c']) await fails(account);
    expect(['a', 'd'].map((account) => breakers.allows(account))).toEqual([false, false]);
    clock.nowMs = OPEN_MS;
    expect(['a', 'd'].map((account) => breakers.allows(account))).toEqual([true, true]);
  });

  it('close for everybody when it works for anybody', async () => {
    const { breakers, fails, works } = provider();
    for (const account of ['a', 'b', 'c']) await fails(account);
    await works('d');
    expect(['a', 'b', 'c', 'd'].every((account) => breakers.allows(account))).toBe(true);
  });

  it('count no failures in a row where a request between them worked', async () => {
    const { breakers, fails, works } = provider();
    for (let time = 0; time < 5; time++) {
      for (const account of ['a', 'b']) await fails(account);
      await works('a');
      await works('b');
    }
    expect(['a', 'b', 'c'].every((account) => breakers.allows(account))).toBe(true);
  });

  it.each([400, 401, 403, 404, 422])('ignore what a document or a key is refused for: %i', async (status) => {
    const { breakers, fails } = provider();
    for (const account of ['a', 'b', 'c']) {
      for (let time = 0; time < 10; time++) await fails(account, refused(status));
      expect(breakers.isOpen(account)).toBe(false);
    }
  });

  it.each([402, 429])('keep the limits of one account from the others: %i', async (status) => {
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
    'count what a server or the way to it causes: %s',
    async (code) => {
      const { breakers, fails } = provider();
      for (let time = 0; time < 3; time++) await fails('a', new AgentFault(code, 'It failed', true));
      expect(breakers.allows('a')).toBe(false);
    },
  );

  it('ignore requests that nobody wanted any more, and allow another trial after one', async () => {
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
