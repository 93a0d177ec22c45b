import { Logger } from '@nestjs/common';
import type { types } from 'mediasoup';
import type { UnroutedPacket } from '../workers/unrouted-packets.js';
import { type LegContext, produceFromClient } from './legs.js';
import { StreamTrials } from './stream-trials.js';

/**
 * Finds the stream of a client that announces none. The worker reports unexpected streams, but not their connection. So
 * each of them is expected here for a while, and the one that arrives is the client's. Foreign streams cannot match: a
 * producer gets only packets of its own connection, authenticated by the client's key (SRTP).
 */
export class StreamSearch {
  private static readonly logger = new Logger(StreamSearch.name);
  private readonly trials = new StreamTrials();
  private readonly producers = new Map<number, types.Producer>();
  private readonly unwatch: () => void;
  private stopped = false;

  constructor(
    private readonly context: LegContext,
    private readonly onFound: (producer: types.Producer) => void,
  ) {
    this.unwatch = context.unroutedPackets.watch((packet) => this.sighted(packet));
  }

  stop(): void {
    if (this.stopped) return;
    this.stopped = true;
    this.unwatch();
    for (const producer of this.producers.values()) producer.close();
    this.producers.clear();
  }

  private sighted({ ssrc, payloadType }: UnroutedPacket): void {
    if (this.stopped || payloadType !== this.context.codec.payloadType) return;
    const decision = this.trials.sighted(ssrc, performance.now());
    if (decision.kind === 'ignore') return;
    if (decision.instead !== undefined) this.drop(decision.instead);
    this.expect(ssrc).catch((error: unknown) => {
      this.trials.abandon(ssrc);
      this.drop(ssrc);
      if (this.stopped || this.context.transport.closed) return;
      StreamSearch.logger.debug({ err: error, msg: 'a stream could not be tried' });
    });
  }

  private async expect(ssrc: number): Promise<void> {
    const producer = await produceFromClient(this.context, { ssrc });
    if (this.stopped || !this.trials.isOnTrial(ssrc)) {
      producer.close();
      return;
    }
    this.producers.set(ssrc, producer);
    producer.once('trace', () => this.found(ssrc, producer));
    await producer.enableTraceEvent(['rtp']);
    this.trials.expected(ssrc, performance.now());
  }

  private found(ssrc: number, producer: types.Producer): void {
    if (this.stopped || this.producers.get(ssrc) !== producer) return;
    this.producers.delete(ssrc);
    this.stop();
    producer.enableTraceEvent([]).catch(() => undefined);
    this.onFound(producer);
  }

  private drop(ssrc: number): void {
    this.producers.get(ssrc)?.close();
    this.producers.delete(ssrc);
  }
}
