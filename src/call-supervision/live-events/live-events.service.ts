import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Readable } from 'node:stream';
import { AppConfig } from '../../common/config/index.js';
import { ConversationFeed } from '../../conversations/index.js';
import { InstanceLease, PeerMessageSealer } from '../../cluster/index.js';
import { equalInConstantTime } from '../../common/secrets/index.js';
import { CallEventStream, tooManyReaders } from './call-event-stream.js';
import { CallWhereabouts, type Whereabouts } from './call-whereabouts.js';
import { EventFollower, type NextSource } from './event-follower.js';
import { type EventSource, localSource } from './event-source.js';
import { askForEvents, type EventsAsk, type RemoteAnswer, SIGN_OF_LIFE_MS } from './remote-source.js';

/** `unknown`: there is no such session, or the token belongs to another one. */
export type FollowOutcome = Readable | 'unknown';

/** For a call that has no owner at the moment. */
const NOBODY: EventSource = () => Promise.resolve('broken');

/** The live events of calls on any instance. */
@Injectable()
export class LiveEvents implements OnModuleDestroy {
  private readonly streams = new Set<CallEventStream>();
  private fromElsewhere = 0;

  constructor(
    private readonly feed: ConversationFeed,
    private readonly whereabouts: CallWhereabouts,
    private readonly lease: InstanceLease,
    private readonly sealer: PeerMessageSealer,
    private readonly config: AppConfig,
  ) {}

  /** Readers reconnect to another instance. */
  onModuleDestroy(): void {
    for (const stream of this.streams) stream.finish();
  }

  /**
   * The call's events as server-sent events, past ones first, until the call ends on any instance.
   * @param tokenHash SHA-256 of a token; only the one that began the call may read.
   * @throws ApiError 429; when the database is unreachable and the call is not on this instance
   */
  async follow(sessionId: string, tokenHash: Uint8Array): Promise<FollowOutcome> {
    if (this.feed.mayRead(sessionId, tokenHash)) {
      this.refuseCrowd(sessionId);
      const { stream, follower } = this.begin(sessionId, tokenHash);
      void follower.follow(localSource(this.feed, sessionId));
      return stream;
    }
    const where = await this.whereabouts.find(sessionId);
    if (!where) return 'unknown';
    const { maxForwardedReaders } = this.config.studio;
    if (this.fromElsewhere >= maxForwardedReaders)
      throw tooManyReaders(`${this.fromElsewhere} readers follow calls of other instances here`);
    return this.followElsewhere(sessionId, tokenHash, where);
  }

  /**
   * The same for another instance, for a call of this one. Also ends when the call migrates.
   * @throws ApiError 429
   */
  serve(sessionId: string, tokenHash: Uint8Array): FollowOutcome {
    if (!this.feed.mayRead(sessionId, tokenHash)) return 'unknown';
    this.refuseCrowd(sessionId);
    const { heartbeatMs, maxBacklogBytes } = this.config.studio;
    const limits = { heartbeatMs: Math.min(heartbeatMs, SIGN_OF_LIFE_MS), maxBacklogBytes };
    const stream = this.keep(new CallEventStream(limits));
    const unsubscribe = this.feed.subscribe(sessionId, (event, number) => stream.tell(event, number));
    stream.hasCaughtUp();
    stream.once('close', unsubscribe);
    return stream;
  }

  private refuseCrowd(sessionId: string): void {
    if (this.feed.readerCount(sessionId) >= this.config.studio.maxReadersPerCall) throw this.crowded;
  }

  private get crowded() {
    return tooManyReaders(`${this.config.studio.maxReadersPerCall} readers follow this call`);
  }

  private async followElsewhere(
    sessionId: string,
    tokenHash: Uint8Array,
    where: Whereabouts,
  ): Promise<FollowOutcome> {
    const { stream, follower } = this.begin(sessionId, tokenHash);
    this.fromElsewhere += 1;
    stream.once('close', () => (this.fromElsewhere -= 1));
    const answer = await this.ask(sessionId, tokenHash, where, follower.signal);
    const first = typeof answer === 'string' && maySoonRead(where, tokenHash) ? NOBODY : answer;
    if (typeof first === 'function' && answer !== 'too-many') {
      void follower.follow(first);
      return stream;
    }
    stream.destroy();
    if (answer === 'too-many') throw this.crowded;
    return 'unknown';
  }

  private begin(sessionId: string, tokenHash: Uint8Array) {
    const stream = this.keep(new CallEventStream(this.config.studio));
    const look = (signal: AbortSignal) => this.look(sessionId, tokenHash, signal);
    return { stream, follower: new EventFollower(stream, look) };
  }

  private keep(stream: CallEventStream): CallEventStream {
    this.streams.add(stream);
    stream.once('close', () => this.streams.delete(stream));
    return stream;
  }

  private async look(sessionId: string, tokenHash: Uint8Array, signal: AbortSignal): Promise<NextSource> {
    const isHere = this.feed.isOpen(sessionId) && this.feed.mayRead(sessionId, tokenHash);
    if (isHere) return localSource(this.feed, sessionId);
    const where = await this.whereabouts.find(sessionId);
    if (!where || where.endReason !== undefined) return { kind: 'over', reason: where?.endReason };
    const answer = await this.ask(sessionId, tokenHash, where, signal);
    return typeof answer === 'function' ? answer : 'not-yet';
  }

  private async ask(
    sessionId: string,
    tokenHash: Uint8Array,
    { instanceId, address }: Whereabouts,
    signal: AbortSignal,
  ): Promise<RemoteAnswer> {
    if (address === undefined || instanceId === this.lease.instanceId) return 'away';
    const hash = Buffer.from(tokenHash).toString('base64');
    const asked: EventsAsk = { kind: 'events', sessionId, tokenHash: hash, instanceId };
    return askForEvents(address, this.sealer.seal(asked), signal);
  }
}

/** True if the token matches and the call runs, though its instance does not answer now. */
const maySoonRead = ({ tokenHash: known, endReason }: Whereabouts, tokenHash: Uint8Array): boolean =>
  endReason === undefined &&
  known !== undefined &&
  equalInConstantTime(tokenHash, Buffer.from(known, 'base64'));
