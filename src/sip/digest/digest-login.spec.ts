import { createHash } from 'node:crypto';
import {
  type IncomingResponseMessage,
  LoggerFactory,
  OutgoingRequestMessage,
  URI,
} from 'sip.js/lib/core/index.js';
import { DigestLogin, readChallenges } from './digest-login.js';

const LOGIN = { username: 'Mufasa', password: 'Circle of Life' };
const REALM = 'realm="http-auth@example.org", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"';

function logInFor(challenge: string, login = LOGIN): Map<string, string> | undefined {
  const target = new URI('sip', 'a', 'example.org');
  const request = new OutgoingRequestMessage('INVITE', target, target, target, undefined, undefined, {
    content: 'v=0',
    contentType: 'application/sdp',
    contentDisposition: 'session',
  });
  const digest = new DigestLogin(new LoggerFactory(), login);
  const headers: IncomingResponseMessage['headers'] = {};
  readChallenges(
    { headers },
    { headers: (name) => (name === 'www-authenticate' ? [`Digest ${challenge}`] : []) },
  );
  const challengeRead = headers['WWW-Authenticate']?.[0]?.parsed as
    Parameters<DigestLogin['authenticate']>[1] | undefined;
  if (challengeRead === undefined) return undefined;
  digest.authenticate(request, challengeRead);
  const fields = digest
    .toString()
    .replace(/^Digest /, '')
    .split(', ');
  return new Map(fields.map((field) => [field.split('=', 1)[0] ?? '', field.replace(/^[^=]*="?|"$/g, '')]));
}

/** The computation of RFC 7616, 3.4. */
function expectedOf(fields: ReadonlyMap<string, string>, hash: string, isSession: boolean): string {
  const H = (text: string) => createHash(hash).update(text).digest('hex');
  const [realm, nonce, uri, nc, cnonce, qop] = ['realm', 'nonce', 'uri', 'nc', 'cnonce', 'qop'].map((name) =>
    fields.get(name),
  );
  const A1 = `${LOGIN.username}:${realm}:${LOGIN.password}`;
  const key = isSession ? H(`${H(A1)}:${nonce}:${cnonce}`) : H(A1);
  const A2 = `INVITE:${uri}${qop === 'auth-int' ? `:${H('v=0')}` : ''}`;
  return qop === undefined
    ? H(`${key}:${nonce}:${H(A2)}`)
    : H(`${key}:${nonce}:${nc}:${cnonce}:${qop}:${H(A2)}`);
}

it.each([
  [REALM, 'MD5', 'md5'],
  [`${REALM}, algorithm=MD5, qop="auth"`, 'MD5', 'md5'],
  [`${REALM}, algorithm=MD5-sess, qop="auth"`, 'MD5-sess', 'md5'],
  [`${REALM}, algorithm=md5-sess`, 'MD5-sess', 'md5'],
  [`${REALM}, algorithm=SHA-256, qop="auth,auth-int"`, 'SHA-256', 'sha256'],
  [`${REALM}, algorithm=SHA-256-sess, qop="auth"`, 'SHA-256-sess', 'sha256'],
  [`${REALM}, algorithm=SHA-512-256, qop="auth"`, 'SHA-512-256', 'sha512-256'],
  [`${REALM}, algorithm=MD5, qop="auth-int", opaque="x"`, 'MD5', 'md5'],
])('answers a challenge of %s', (challenge, algorithm, hash) => {
  const fields = logInFor(challenge) ?? new Map<string, string>();
  expect(fields.get('algorithm')).toBe(algorithm);
  expect(fields.get('response')).toBe(expectedOf(fields, hash, algorithm.endsWith('-sess')));
  expect(fields.has('cnonce')).toBe(challenge.includes('qop') || algorithm.endsWith('-sess'));
});

it.each([`${REALM}, algorithm=AKAv1-MD5, qop="auth"`, `${REALM}, qop="auth-conf"`, 'realm="x"'])(
  'ignores an unsupported challenge: %s',
  (challenge) => expect(logInFor(challenge)).toBeUndefined(),
);

it('answers the first supported challenge', () => {
  const raw = (algorithm: string) => `Digest ${REALM}, algorithm=${algorithm}`;
  const headers: IncomingResponseMessage['headers'] = {};
  const given = ['AKAv2-MD5', 'SHA-256', 'MD5'].map(raw);
  readChallenges({ headers }, { headers: (name) => (name === 'proxy-authenticate' ? given : []) });
  expect(headers).toMatchObject({ 'Proxy-Authenticate': [{ raw: raw('SHA-256') }, { raw: raw('MD5') }] });
});
