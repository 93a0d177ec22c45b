import { AppConfig } from '../../common/config/index.js';
import { GuessLimit } from './guess-limit.js';

const limitOf = (guessLimit: number) =>
  new GuessLimit(AppConfig.fromEnvironment({}, { auth: { guessLimit } }));

describe('GuessLimit', () => {
  it('blocks an address after too many guesses, but not a known good key or other addresses', async () => {
    const limit = limitOf(3);
    limit.noteGood('good');
    for (let i = 0; i < 3; i++) {
      expect(await limit.holdUp('192.0.2.1', `guess ${i}`)).toBeUndefined();
      await limit.noteGuess('192.0.2.1', `guess ${i}`);
    }
    expect(await limit.holdUp('192.0.2.1', 'another')).toBeGreaterThan(0);
    expect(await limit.holdUp('::ffff:192.0.2.1', 'another')).toBeGreaterThan(0);
    expect(await limit.holdUp('192.0.2.1', 'good')).toBeUndefined();
    expect(await limit.holdUp('192.0.2.2', 'another')).toBeUndefined();
  });

  it('blocks a formerly good key once it is refused', async () => {
    const limit = limitOf(1);
    limit.noteGood('revoked');
    await limit.noteGuess('192.0.2.1', 'revoked');
    expect(await limit.holdUp('192.0.2.1', 'revoked')).toBeGreaterThan(0);
  });

  it('counts a key presented repeatedly once, such as the cookie of an ended session', async () => {
    const limit = limitOf(2);
    for (let i = 0; i < 5; i++) await limit.noteGuess('192.0.2.1', 'ended');
    expect(limit.isRefused('ended')).toBe(true);
    expect(await limit.holdUp('192.0.2.1', 'sign-in link')).toBeUndefined();
  });

  it('can be disabled', async () => {
    const limit = limitOf(0);
    await limit.noteGuess('192.0.2.1', 'guess');
    expect(await limit.holdUp('192.0.2.1', 'another')).toBeUndefined();
  });

  it('counts addresses of one IPv6 /64 network together', async () => {
    const limit = limitOf(1);
    await limit.noteGuess('2001:db8:1:2::1', 'guess');
    expect(await limit.holdUp('2001:db8:1:2:ffff::9', 'another')).toBeGreaterThan(0);
    expect(await limit.holdUp('2001:db8:1:3::1', 'another')).toBeUndefined();
  });
});
