import { Injectable } from '@nestjs/common';
import fastq, { type queueAsPromised } from 'fastq';
import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppConfig } from '../../common/config/index.js';
import { unavailable, validationFailed } from '../../common/errors/index.js';
import { PrismaService } from '../../common/prisma/index.js';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** With N of the configuration, a hash takes 128 · N · r bytes. */
const COST = { r: 8, p: 3 } as const;
/** Upper bound for a stored hash: a manipulated row must not exhaust memory. */
const MOST_LN = 17;
/** Calls need the other cores while many people sign in. */
const HASHES_AT_ONCE = 2;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Queue beyond the running hashes; sign-ins further back would have timed out. */
const MOST_WAITING = 64;

/** A PHC string: `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, both in base 64 without padding. */
const STORED = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

/** Hashes and checks passwords with scrypt on worker threads, with limited concurrency. */
@Injectable()
export class Passwords {
  private readonly jobs: queueAsPromised<() => Promise<Buffer>, Buffer>;
  private readonly minLength: number;
  private readonly cost: Cost;
  /** Dummy hash for people without a password. */
  private readonly nobodys: Stored;

  constructor(
    private readonly prisma: PrismaService,
    { people }: AppConfig,
  ) {
    this.jobs = fastq.promise((job: () => Promise<Buffer>) => job(), HASHES_AT_ONCE);
    this.minLength = people.passwordMinLength;
    this.cost = { ...COST, ln: people.passwordHashLog2N };
    this.nobodys = { ...this.cost, salt: randomBase64(SALT_BYTES), hash: randomBase64(HASH_BYTES) };
  }

  /**
   * Hashes a new password.
   * @param field Its name in the request.
   * @throws ApiError 400 for a weak password, 503 when too many wait.
   */
  async hash(password: string, email: string, field = 'password'): Promise<string> {
    this.refuseWeak(password, email, field);
    const salt = await this.saltFor(email);
    return encode(this.cost, salt, await this.derive(password, salt, this.cost));
  }

  /**
   * Whether the password matches. Constant-time: a missing hash costs the same.
   * @throws ApiError 503 when too many wait.
   */
  async matches(password: string, stored: string | null | undefined): Promise<boolean> {
    return (await this.findMatch(password, [stored])) !== undefined;
  }

  /**
   * The first of these hashes that matches. Hashes with the same salt cost one derivation, and so does an empty list.
   * @throws ApiError 503 when too many wait.
   */
  async findMatch(
    password: string,
    hashes: readonly (string | null | undefined)[],
  ): Promise<number | undefined> {
    const derived = new Map<string, Buffer>();
    for (const [at, stored] of (hashes.length === 0 ? [undefined] : hashes).entries()) {
      const { ln, r, p, salt, hash } = parse(stored) ?? this.nobodys;
      const key = `${ln} ${r} ${p} ${salt}`;
      const cost = { ln: Math.min(ln, MOST_LN), r, p };
      const own = derived.get(key) ?? (await this.derive(password, Buffer.from(salt, 'base64'), cost));
      derived.set(key, own);
      if (timingSafeEqual(own, Buffer.from(hash, 'base64')) && stored != null) return at;
    }
    return undefined;
  }

  /**
   * One salt per e-mail address across accounts: a sign-in derives the password once for all of them, and its duration
   * does not reveal how many accounts a person has.
   */
  private async saltFor(email: string): Promise<Buffer> {
    const other = await this.prisma.person.findFirst({
      where: { email, passwordHash: { not: null } },
      orderBy: { createdAt: 'asc' },
      select: { passwordHash: true },
    });
    const known = parse(other?.passwordHash);
    return known ? Buffer.from(known.salt, 'base64') : randomBytes(SALT_BYTES);
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

  /** Systems encode the same typed characters differently (NFKC, RFC 8265). */
  private async derive(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
    const N = 2 ** ln;
    const options = { N, r, p, maxmem: 2 * 128 * N * r };
    if (this.jobs.length() >= MOST_WAITING) throw unavailable();
    return await this.jobs.push(() => derive(password.normalize('NFKC'), salt, HASH_BYTES, options));
  }
}

interface Cost {
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

interface Stored extends Cost {
  /** Base 64, as `hash`. */
  readonly salt: string;
  readonly hash: string;
}

/** The parts of a PHC string; undefined for anything else. */
function parse(stored: string | null | undefined): Stored | undefined {
  const [, ln, r, p, salt, hash] = STORED.exec(stored ?? '') ?? [];
  if (salt === undefined || hash === undefined) return undefined;
  return { ln: Number(ln), r: Number(r), p: Number(p), salt, hash };
}

const encode = ({ ln, r, p }: Cost, salt: Buffer, hash: Buffer): string =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(hash)}`;

const randomBase64 = (bytes: number): string => randomBytes(bytes).toString('base64');

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
