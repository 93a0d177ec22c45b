import { createHash, randomBytes } from 'node:crypto';
import {
  DigestAuthentication,
  type IncomingResponseMessage,
  type LoggerFactory,
  type OutgoingRequestMessage,
} from 'sip.js/lib/core/index.js';
import type { Login } from '../sip-call.js';
import { readFields } from './digest-challenge.js';

/** RFC 8760, 2.3; each also with `-sess` (RFC 7616, 3.4.2). */
const HASHES: Readonly<Record<string, string>> = {
  MD5: 'md5',
  'SHA-256': 'sha256',
  'SHA-512-256': 'sha512-256',
};
/** In the spelling of SIP.js. */
const CHALLENGES = ['WWW-Authenticate', 'Proxy-Authenticate'];

interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly hash: string;
  readonly algorithm: string;
  readonly isSession: boolean;
  readonly qop: 'auth' | 'auth-int' | undefined;
  /** The nonce has expired; the password may be right. */
  readonly stale: boolean;
}

/** Our credentials for a server's challenges; SIP.js supports only MD5. */
export class DigestLogin extends DigestAuthentication {
  private readonly cnonceOfAll = randomBytes(8).toString('hex');
  private uses = 0;
  private text = '';

  constructor(
    loggerFactory: LoggerFactory,
    private readonly login: Login,
  ) {
    super(loggerFactory, undefined, login.username, login.password);
  }

  /** @param challenge As parsed by `readChallenges`. */
  override authenticate(request: OutgoingRequestMessage, challenge: Challenge): boolean {
    this.uses += 1;
    this.text = this.answerTo(challenge, request);
    return true;
  }

  /** The value of `Authorization`. */
  override toString(): string {
    return this.text;
  }

  private answerTo(challenge: Challenge, { method, ruri, body }: OutgoingRequestMessage): string {
    const { realm, nonce, opaque, hash, algorithm, isSession, qop } = challenge;
    const { username, password } = this.login;
    const digest = (text: string) => createHash(hash).update(text).digest('hex');
    const cnonce = this.cnonceOfAll;
    const count = this.uses.toString(16).padStart(8, '0');
    const uri = ruri.toString();
    const known = digest(`${username}:${realm}:${password}`);
    const secret = isSession ? digest(`${known}:${nonce}:${cnonce}`) : known;
    const content = typeof body === 'string' ? body : (body?.body ?? '');
    const asked = digest(`${method}:${uri}${qop === 'auth-int' ? `:${digest(content)}` : ''}`);
    const used = qop === undefined ? '' : `${count}:${cnonce}:${qop}:`;
    const response = digest(`${secret}:${nonce}:${used}${asked}`);
    return [
      `Digest algorithm=${algorithm}`,
      ...Object.entries({ username, realm, nonce, uri, response }).map(
        ([name, value]) => `${name}="${value}"`,
      ),
      ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
      ...(qop === undefined ? [] : [`qop=${qop}`, `nc=${count}`]),
      ...(qop === undefined && !isSession ? [] : [`cnonce="${cnonce}"`]),
    ].join(', ');
  }
}

/**
 * Reduces a response to its best answerable challenge; a server may offer several (RFC 8760, 2.4). SIP.js's own parser
 * keeps only the last one.
 * @param head The original head with all challenges.
 */
export function readChallenges(
  { headers }: Pick<IncomingResponseMessage, 'headers'>,
  head: { headers(name: string): readonly string[] },
): void {
  for (const name of CHALLENGES) {
    const answerable = head.headers(name.toLowerCase()).flatMap((raw) => {
      const parsed = readChallenge(raw);
      return parsed ? [{ raw, parsed }] : [];
    });
    if (answerable.length > 0) headers[name] = answerable;
  }
}

/** Undefined for an unsupported challenge. */
function readChallenge(raw: string): Challenge | undefined {
  if (!/^\s*digest\s/i.test(raw)) return undefined;
  const fields = readFields(raw);
  const [realm, nonce, opaque, algorithm] = ['realm', 'nonce', 'opaque', 'algorithm'].map((name) =>
    fields.get(name),
  );
  const hash = hashOf(algorithm);
  if (realm === undefined || nonce === undefined || !hash) return undefined;
  const offered = fields
    .get('qop')
    ?.split(',')
    .map((word) => word.trim().toLowerCase());
  const qop = (['auth', 'auth-int'] as const).find((word) => offered?.includes(word));
  if (offered && qop === undefined) return undefined;
  return { realm, nonce, opaque, ...hash, qop, stale: fields.get('stale')?.toLowerCase() === 'true' };
}

/** The default is MD5 (RFC 3261, 22.4). */
function hashOf(algorithm = 'MD5'): Pick<Challenge, 'hash' | 'algorithm' | 'isSession'> | undefined {
  const [, name = '', session = ''] = /^(.*?)(-sess)?$/i.exec(algorithm) ?? [];
  const hash = HASHES[name.toUpperCase()];
  if (hash === undefined) return undefined;
  return { hash, algorithm: `${name.toUpperCase()}${session.toLowerCase()}`, isSession: session !== '' };
}
