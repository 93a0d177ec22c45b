import { jest } from '@jest/globals';
import type { SipFlow } from '../transport/sip-flow.js';
import { Registration } from './registration.js';

describe('a registration', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('goes to the next server after each failure, and not only after the first', async () => {
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
});
