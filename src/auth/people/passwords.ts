import { Injectable } from '@nestjs/common';
import { bulkhead, type BulkheadPolicy, BulkheadRejectedError } from 'cockatiel';
import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppConfig } from '../../common/config/index.js';
import { unavailable, validationFailed } from '../../common/errors/index.js';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** OWASP, Password Storage Cheat Sheet: scrypt with N = 2^15, r = 8, p = 3, which takes 128 · N · r = 32 MiB. */
const COST = { ln: 15, r: 8, p: 3 } as const;
/** What a stored hash may ask for: a row that somebody changed must not take all memory. */
const MOST_LN = 17;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** What waits beyond the hashes that run; a sign-in that is further back would have given up by then. */
const MOST_WAITING = 64;

/** A PHC string: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, both in base 64 without padding. */
const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Hashes and checks passwords with scrypt, on threads beside the event loop, a limited number at once. */
@Injectable()
export class Passwords {
  private readonly places: BulkheadPolicy;
  private readonly minLength: number;
  /** The hash of no password, for people who have none. */
  private readonly nobodys = encode(COST, randomBytes(SALT_BYTES), randomBytes(HASH_BYTES));

  constructor({ people }: AppConfig) {
    this.places = bulkhead(people.passwordHashesAtOnce, MOST_WAITING);
    this.minLength = people.passwordMinLength;
  }

  /**
   * What is stored of a new password.
   * @param field Its name in the request.
   * @throws ApiError 400 for one that is too easy, 503 when too many wait.
   */
  async hash(password: string, email: string, field = 'password'): Promise<string> {
    this.refuseWeak(password, email, field);
    const salt = randomBytes(SALT_BYTES);
    return encode(COST, salt, await this.derive(password, salt, COST));
  }

  /**
   * Whether it is the password. Takes as long where there is none to compare with.
   * @throws ApiError 503 when too many wait.
   */
  async matches(password: string, stored: string | null | undefined): Promise<boolean> {
    const [, ln, r, p, salt = '', hash = ''] = STORED.exec(stored ?? '') ?? STORED.exec(this.nobodys) ?? [];
    const cost = { ln: Math.min(Number(ln), MOST_LN), r: Number(r), p: Number(p) };
    const derived = await this.derive(password, Buffer.from(salt, 'base64'), cost);
    return timingSafeEqual(derived, Buffer.from(hash, 'base64')) && stored != null;
  }

  private refuseWeak(password: string, email: string, field: string): void {
    if ([...password].length < this.minLength) {
      throw validationFailed(`${field} must have at least ${this.minLength} characters`);
    }
    const name = email.split('@', 1)[0] ?? '';
    const rest = password.toLowerCase().replaceAll(email, '').replaceAll(name, '');
    if (new Set(rest).size < 5) {
      throw validationFailed(
        `${field} is too easy to guess: use several different words or characters, and more than your e-mail address`,
      );
    }
  }

  /** The same characters are typed differently on different systems (NFKC, RFC 8265). */
  private async derive(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
    const N = 2 ** ln;
    const options = { N, r, p, maxmem: 2 * 128 * N * r };
    try {
      return await this.places.execute(() => derive(password.normalize('NFKC'), salt, HASH_BYTES, options));
    } catch (error) {
      throw error instanceof BulkheadRejectedError ? unavailable() : error;
    }
  }
}

interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

const encode = ({ ln, r, p }: Cost, salt: Buffer, hash: Buffer): string =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
