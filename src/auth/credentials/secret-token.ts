import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62 } from '../../common/ids/index.js';

/** 43 characters of base 62 carry 256 bits. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/**
 * Fixed prefixes let secret scanners find our secrets: API keys, connector tokens, sessions, sign-in links,
 * invitations.
 */
const PREFIXES = ['esk', 'ect', 'ess', 'esl', 'esi'] as const;

export type SecretTokenPrefix = (typeof PREFIXES)[number];

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(
  `^(${PREFIXES.join('|')})_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/** A new secret `<prefix>_<43 random base-62 characters><6 characters of CRC-32>`. */
export function newSecretToken(prefix: SecretTokenPrefix): string {
  const body = randomBase62(SECRET_LENGTH);
  return `${prefix}_${body}${checksum(prefix, body)}`;
}

/** Checks prefix, length and checksum, so that malformed tokens cost no query. */
export function isWellFormedToken(prefix: SecretTokenPrefix, token: string): boolean {
  const [, found, body, sum] = SHAPE.exec(token) ?? [];
  return found === prefix && body !== undefined && sum === checksum(prefix, body);
}

/** The stored form of a secret. It has 256 random bits, so one round of SHA-256 is enough. */
export function hashToken(token: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hash('sha256', token, 'buffer'));
}

/** The hash as text, for use as a cache key. */
export const tokenFingerprint = (token: string): string => hash('sha256', token, 'base64');

/** The start of a secret: enough to recognize it in a list, too little to use it. */
export const tokenHint = (token: string): string => token.slice(0, 8);

function checksum(prefix: string, body: string): string {
  let rest = crc32(`${prefix}_${body}`);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
