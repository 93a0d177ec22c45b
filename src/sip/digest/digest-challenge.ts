import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { atMost } from '../../common/caches/index.js';
import { LRUCache } from 'lru-cache';

/** Lifetime of a nonce. An older one makes the phone retry with a new nonce, without asking its user. */
const NONCE_LIFETIME_MS = 300_000;
const MAC_CHARACTERS = 32;
/** Nonces used in successful logins; strangers cannot add any. */
const MAX_USED = 20_000;

export interface DigestCredentials {
  readonly username: string;
  readonly realm: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  readonly qop: string | undefined;
  readonly nc: string;
  readonly cnonce: string;
}

/** Parses an `Authorization` header; undefined unless it is digest. */
export function readDigest(header: string): DigestCredentials | undefined {
  if (!/^digest\s/i.test(header)) return undefined;
  const fields = readFields(header);
  const field = (name: string) => fields.get(name) ?? '';
  return {
    username: field('username'),
    realm: field('realm'),
    nonce: field('nonce'),
    uri: field('uri'),
    response: field('response'),
    qop: fields.get('qop'),
    nc: field('nc'),
    cnonce: field('cnonce'),
  };
}

/** Fields of a digest header by lower-case name. */
export function readFields(header: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  for (const [, key = '', quoted, bare] of header.matchAll(
    /(\w{1,32})\s{0,8}=\s{0,8}(?:"([^"]{0,512})"|([^\s,"]{1,512}))/g,
  )) {
    fields.set(key.toLowerCase(), quoted ?? bare ?? '');
  }
  return fields;
}

/**
 * Stateless digest server (RFC 3261, 22; RFC 2617). The nonce itself proves when and that we made it, so a million
 * requests from a stranger cost a million short hashes and no memory.
 */
export class DigestChallenge {
  private readonly key = randomBytes(32);
  private readonly used = new LRUCache<string, { readonly count: number; readonly branch: string }>({
    ...atMost(MAX_USED),
    ttl: NONCE_LIFETIME_MS,
  });

  constructor(
    private readonly realm: string,
    private readonly nowMs: () => number = Date.now,
  ) {}

  /** The value of `WWW-Authenticate`. MD5 is the only algorithm that every phone and trunk supports. */
  challenge(isStale = false): string {
    // Unique per challenge, since uses of a nonce are counted.
    const stamp = `${this.nowMs().toString(36)}-${randomBytes(4).toString('hex')}`;
    const nonce = `${stamp}.${this.macOf(stamp)}`;
    const stale = isStale ? ', stale=true' : '';
    return `Digest realm="${this.realm}", nonce="${nonce}", algorithm=MD5, qop="auth"${stale}`;
  }

  /** Whether we issued the nonce recently. Checked before the password is looked up. */
  isFresh({ nonce }: DigestCredentials): boolean {
    const [stamp = '', mac = ''] = nonce.split('.');
    if (!equal(mac, this.macOf(stamp))) return false;
    const ageMs = this.nowMs() - parseInt(stamp, 36);
    return ageMs >= 0 && ageMs <= NONCE_LIFETIME_MS;
  }

  isRight(given: DigestCredentials, method: string, password: string): boolean {
    if (given.realm !== this.realm) return false;
    return equal(given.response, digestResponse(given, method, password));
  }

  /**
   * Replay protection: records a correct response and rejects a repeated count (RFC 2617, 3.2.2: it only grows). A
   * retransmission with the same branch is allowed.
   */
  isUnused({ nonce, qop, nc }: DigestCredentials, branch: string): boolean {
    // A client without a count may use a nonce once.
    const count = qop === undefined ? 1 : parseInt(nc, 16);
    const last = this.used.get(nonce);
    if (last && (last.branch !== branch || last.count !== count) && !(count > last.count)) return false;
    this.used.set(nonce, { count, branch });
    return true;
  }

  private macOf(stamp: string): string {
    return createHmac('sha256', this.key).update(stamp).digest('hex').slice(0, MAC_CHARACTERS);
  }
}

/** RFC 2617, 3.2.2. */
export function digestResponse(given: DigestCredentials, method: string, password: string): string {
  const { username, realm, nonce, uri, qop, nc, cnonce } = given;
  const secret = md5(`${username}:${realm}:${password}`);
  const request = md5(`${method}:${uri}`);
  return qop === undefined
    ? md5(`${secret}:${nonce}:${request}`)
    : md5(`${secret}:${nonce}:${nc}:${cnonce}:${qop}:${request}`);
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

function equal(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
