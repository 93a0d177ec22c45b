import { jest } from '@jest/globals';
import { IncomingResponseMessage } from 'sip.js/lib/core/index.js';
import type { SipFlow } from '../transport/sip-flow.js';
import { Registration } from './registration.js';

describe('SIP registration', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('fails over to the next server after every failure', async () => {
    const servers = ['one', 'two', 'three'];
    const asked: (string | undefined)[] = [];
    const registration = new Registration(
      {
        domain: 'sip.example.test',
        login: { username: 'office', password: 'secret' },
        contactUser: 'trk_test',
        expiresSeconds: 60,
        open: (failures) => {
          asked.push(servers[failures % servers.length]);
          return Promise.resolve({ isOpen: true } as SipFlow);
        },
      },
      () => Promise.resolve(undefined),
      () => undefined,
    );
    await jest.advanceTimersByTimeAsync(2_000 + 4_000 + 8_000);
    expect(asked).toEqual(['one', 'two', 'three', 'one']);
    await registration.stop();
  });

  /** A registrar with these answers in order; each attempt is noted with its time. */
  function registrar(answers: readonly { status: number; retryAfter?: string }[]) {
    const attemptsMs: number[] = [];
    const beganMs = performance.now();
    const registration = new Registration(
      {
        domain: 'sip.example.test',
        login: { username: 'office', password: 'secret' },
        contactUser: 'trk_test',
        expiresSeconds: 600,
        open: () => Promise.resolve({ isOpen: true } as SipFlow),
      },
      (_target, _flow, { sequence }) => {
        attemptsMs.push(performance.now() - beganMs);
        const { status = 200, retryAfter } = answers[attemptsMs.length - 1] ?? {};
        const message = new IncomingResponseMessage();
        message.statusCode = status;
        if (retryAfter !== undefined) message.addHeader('retry-after', retryAfter);
        return Promise.resolve({ message, sequence });
      },
      () => undefined,
    );
    return { registration, attemptsMs };
  }

  it('honours Retry-After up to an hour', async () => {
    const { registration, attemptsMs } = registrar([
      { status: 503, retryAfter: '90 (maintenance);duration=60' },
      { status: 503, retryAfter: '99999999' },
    ]);
    await jest.advanceTimersByTimeAsync(89_000);
    expect(attemptsMs).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(attemptsMs).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(3_600_000);
    expect(attemptsMs).toHaveLength(3);
    expect(registration.state.kind).toBe('registered');
    await registration.stop();
  });

  it('renews at once when the server may have forgotten it, without looping', async () => {
    const { registration, attemptsMs } = registrar([]);
    await jest.advanceTimersByTimeAsync(6_000);
    registration.renew();
    await jest.advanceTimersByTimeAsync(0);
    for (let refused = 0; refused < 10; refused += 1) registration.renew();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(attemptsMs).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(440_000);
    expect(attemptsMs).toHaveLength(2);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(attemptsMs).toHaveLength(3);
    await registration.stop();
  });
});
