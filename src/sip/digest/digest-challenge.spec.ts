import { DigestChallenge, type DigestCredentials, digestResponse, readDigest } from './digest-challenge.js';

const nonceOf = (challenge: string) => /nonce="([^"]+)"/.exec(challenge)?.[1] ?? '';

const answer = (challenge: string, change: Partial<DigestCredentials> = {}): DigestCredentials => {
  const given = {
    username: 'pbx',
    realm: 'earshot',
    nonce: nonceOf(challenge),
    uri: 'sip:example.com',
    qop: 'auth',
    nc: '00000001',
    cnonce: 'abc',
    response: '',
    ...change,
  };
  return { ...given, response: digestResponse(given, 'INVITE', 'secret-1') };
};

describe('stateless digest authentication', () => {
  it('computes the response of RFC 2617, 3.5', () => {
    const header =
      'Digest username="Mufasa", realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", uri="/dir/index.html", ' +
      'qop=auth, nc=00000001, cnonce="0a4f113b", response="6629fae49393a05397450978507c4ef1", opaque="5ccc069c403ebaf9f0171e9517f40e41"';
    const given = readDigest(header);
    expect(given && digestResponse(given, 'GET', 'Circle Of Life')).toBe('6629fae49393a05397450978507c4ef1');
  });

  it('accepts the right password for its own nonce for five minutes', () => {
    let nowMs = 1_700_000_000_000;
    const digest = new DigestChallenge('earshot', () => nowMs);
    const given = answer(digest.challenge());
    expect(digest.isFresh(given)).toBe(true);
    expect(digest.isRight(given, 'INVITE', 'secret-1')).toBe(true);
    nowMs += 300_001;
    expect(digest.isFresh(given)).toBe(false);
  });

  it.each([
    ['another password', {}, 'INVITE', 'secret-2'],
    ['another method', {}, 'BYE', 'secret-1'],
    ['another realm', { realm: 'elsewhere' }, 'INVITE', 'secret-1'],
  ])('rejects %s', (_, change, method, password) => {
    const digest = new DigestChallenge('earshot');
    expect(digest.isRight(answer(digest.challenge(), change), method, password)).toBe(false);
  });

  it('detects a foreign nonce', () => {
    const digest = new DigestChallenge('earshot');
    const foreign = answer(new DigestChallenge('earshot').challenge());
    expect(digest.isFresh(foreign)).toBe(false);
    for (const nonce of ['', '.', 'x.y', `${Date.now().toString(36)}.${'0'.repeat(32)}`]) {
      expect(digest.isFresh({ ...foreign, nonce })).toBe(false);
    }
  });

  it('accepts an answer, its retransmission and an increased nonce count', () => {
    const digest = new DigestChallenge('earshot');
    const challenge = digest.challenge();
    const [first, second] = [answer(challenge), answer(challenge, { nc: '00000002' })];
    expect(digest.isUnused(first, 'one')).toBe(true);
    expect(digest.isUnused(first, 'one')).toBe(true);
    expect(digest.isUnused(first, 'two')).toBe(false);
    expect(digest.isUnused(second, 'two')).toBe(true);
    expect(digest.isUnused(first, 'one')).toBe(false);
    expect(digest.isUnused(answer(digest.challenge()), 'three')).toBe(true);
    // Without `qop` there is no count, so a nonce is valid for one request.
    const uncounted = { ...answer(digest.challenge()), qop: undefined, nc: '' };
    expect(digest.isUnused(uncounted, 'four')).toBe(true);
    expect(digest.isUnused(uncounted, 'four')).toBe(true);
    expect(digest.isUnused(uncounted, 'five')).toBe(false);
  });

  it.each(['', 'Basic x', 'Bearer y', 'digest'])('finds no digest in %j', (header) => {
    expect(readDigest(header)).toBeUndefined();
  });
});
