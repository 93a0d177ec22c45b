import { LRUCache } from 'lru-cache';
import { atMost } from '../../common/caches/index.js';
import { networkOf } from '../../http/client-address.js';
import {
  DigestChallenge,
  type GateRefusal,
  type GateVerdict,
  readDigest,
  type SipFlow,
  type SipHead,
  warning,
} from '../../sip/index.js';
import type { TrunkCandidates, Trunk } from '../trunks/trunk.js';
import { trunkClaim } from './trunk-claim.js';

/** Called for requests that were refused before the sender proved its trunk. */
type OnRefused = (
  trunks: readonly Trunk[],
  head: SipHead,
  address: string,
  refusal: { readonly status: number; readonly cause: string; readonly reason: string },
) => void;

export interface GateLimits {
  readonly challengesPerMinute: number;
  readonly guessesPerMinute: number;
}

/** Names no product, because scanners collect product names. */
const REALM = 'sip';
const MAX_ADDRESSES = 100_000;
const MINUTE_MS = 60_000;
/** Methods that start something and need proof of the trunk. Others belong to an accepted call, or to nothing. */
const BEGINS = new Set(['INVITE', 'OPTIONS']);
const FOLLOWS_UP = new Set(['ACK', 'CANCEL', 'BYE', 'INFO', 'UPDATE', 'PRACK', 'NOTIFY', 'REFER']);

type Passed = Extract<GateVerdict<TrunkCandidates>, { readonly kind: 'passed' }>;

/** Counts events per IPv4 address or IPv6 network in fixed one-minute windows. */
class PerMinute {
  private readonly counts = new LRUCache<string, number>({ ...atMost(MAX_ADDRESSES), ttl: MINUTE_MS });

  constructor(private readonly most: number) {}

  isSpent(address: string): boolean {
    return (this.counts.get(networkOf(address)) ?? 0) >= this.most;
  }

  add(address: string): void {
    const source = networkOf(address);
    const known = this.counts.get(source);
    this.counts.set(source, (known ?? 0) + 1, { noUpdateTTL: known !== undefined });
  }
}

/**
 * Judges every request before any state is kept. Unknown addresses are dropped silently; others get a stateless
 * challenge if they have to log in.
 */
export class Gate {
  private readonly digest: DigestChallenge;
  private readonly challenges: PerMinute;
  private readonly guesses: PerMinute;

  constructor(
    private readonly trunksAt: (address: string) => readonly Trunk[],
    limits: GateLimits,
    /** True if we have a call to the address. */
    private readonly isCalled: (address: string) => boolean = () => false,
    nowMs: () => number = Date.now,
    private readonly onRefused: OnRefused = () => undefined,
  ) {
    this.digest = new DigestChallenge(REALM, nowMs);
    this.challenges = new PerMinute(limits.challengesPerMinute);
    this.guesses = new PerMinute(limits.guessesPerMinute);
  }

  /** False if messages from the address are dropped unread. */
  hears(address: string): boolean {
    return this.trunksAt(address).length > 0 || this.isCalled(address);
  }

  judge(head: SipHead, { address }: SipFlow): GateVerdict<TrunkCandidates> {
    const known = this.trunksAt(address);
    const continues = head.toTag !== '' || FOLLOWS_UP.has(head.method);
    if (known.length === 0 && !(continues && this.isCalled(address))) return IGNORED;
    const isTrusted = known.some(({ login }) => login === undefined);
    if (continues) return this.continuing(head, address, { trunks: known }, isTrusted);
    const hasLogin = head.header('authorization') !== undefined;
    const claim = trunkClaim({ requestUri: head.requestUri, hasLogin }, known);
    if (claim.kind === 'known') return { kind: 'passed', line: { trunks: claim.trunks } };
    if (!BEGINS.has(head.method)) return IGNORED;
    if (claim.kind === 'login') return this.askForLogin(head, address, claim.trunks);
    const reason = SHARED_ADDRESS;
    if (head.method === 'INVITE') {
      this.onRefused(known, head, address, { status: 403, cause: 'shared-address', reason });
    }
    return this.answer(address, { status: 403, headers: [warning(reason)] });
  }

  /** Without a trusted address, only messages of existing calls are read. */
  private continuing(
    head: SipHead,
    address: string,
    line: TrunkCandidates,
    isTrusted: boolean,
  ): GateVerdict<TrunkCandidates> {
    if (isTrusted) return { kind: 'passed', line };
    const stray = () => (head.method === 'ACK' ? IGNORED : this.answer(address, { status: 481 }));
    return {
      kind: 'continues',
      line,
      stray,
      fromElsewhere: () => {
        // Carriers answer from several servers.
        if (this.isCalled(address)) return { kind: 'passed', line };
        return head.method === 'ACK' ? IGNORED : this.askForLogin(head, address, line.trunks);
      },
    };
  }

  private askForLogin(head: SipHead, address: string, known: readonly Trunk[]): Passed | GateRefusal {
    if (this.guesses.isSpent(address)) return IGNORED;
    const given = readDigest(head.header('authorization') ?? '');
    if (!given) return this.challenge(address);
    if (!this.digest.isFresh(given)) return this.challenge(address, true);
    const isRight = ({ login }: Trunk) =>
      login?.username === given.username && this.digest.isRight(given, head.method, login.password);
    const trunk = known.find(isRight);
    if (trunk) {
      if (!this.digest.isUnused(given, head.branch)) return this.challenge(address, true);
      return { kind: 'passed', line: { trunks: [trunk] } };
    }
    this.guesses.add(address);
    const meant = known.filter(({ login }) => login?.username === given.username);
    if (head.method === 'INVITE') this.onRefused(meant, head, address, WRONG_LOGIN);
    return this.challenge(address);
  }

  private challenge(address: string, isStale = false): GateRefusal {
    const headers = [`WWW-Authenticate: ${this.digest.challenge(isStale)}`];
    return this.answer(address, { status: 401, headers });
  }

  /** Answers an unproven sender, within its limit per minute. */
  private answer(address: string, refusal: { status: number; headers?: readonly string[] }): GateRefusal {
    if (this.challenges.isSpent(address)) return IGNORED;
    this.challenges.add(address);
    return { kind: 'refused', ...refusal };
  }
}

const IGNORED = { kind: 'ignored' } as const;

const SHARED_ADDRESS =
  "Trunks of several accounts share this address: call the trunk's own SIP address, or log in";

const WRONG_LOGIN = {
  status: 401,
  cause: 'wrong-login',
  reason: 'The password of the login is wrong, or of another realm.',
};
