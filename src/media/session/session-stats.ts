import type { types } from 'mediasoup';
import type { MediaStats } from '../media-session.js';
import type { OfferedCodec } from '../sdp/offer.js';
import type { CallerLeg } from './legs.js';
import type { SessionAudio } from './session-audio.js';

export interface StatsSources {
  readonly closed: boolean;
  readonly codec: OfferedCodec;
  readonly transport: types.WebRtcTransport;
  readonly callerLeg: CallerLeg | undefined;
  readonly clientConsumer: types.Consumer | undefined;
  readonly audio: SessionAudio | undefined;
}

/** Combines the worker's statistics with our own counters. A closed session has only the counters. */
export async function readStats(sources: StatsSources): Promise<MediaStats> {
  const { audio, codec } = sources;
  const [incoming, outgoing] = sources.closed
    ? [undefined, undefined]
    : await Promise.all([incomingStats(sources.callerLeg), outgoingStats(sources.clientConsumer)]);
  const roundTripTimeMs = outgoing?.roundTripTime ?? incoming?.roundTripTime;
  const protocol = sources.closed ? undefined : sources.transport.iceSelectedTuple?.protocol;
  return {
    packetsReceived: incoming?.packetCount ?? 0,
    packetsLost: incoming?.packetsLost ?? 0,
    packetsSent: outgoing?.packetCount ?? audio?.agent.packetsSent ?? 0,
    // mediasoup measures jitter in RTP clock ticks, as RFC 3550 does.
    ...(incoming && { jitterMs: (incoming.jitter * 1_000) / codec.clockRateHz }),
    ...(roundTripTimeMs !== undefined && roundTripTimeMs > 0 && { roundTripTimeMs }),
    ...audioStats(audio),
    ...(protocol && { protocol }),
  };
}

/** Our own counters; before there is audio, only a zero. */
export function audioStats(audio: SessionAudio | undefined) {
  if (!audio) return { framesConcealed: 0 };
  const { faults, level } = audio.caller;
  return {
    ...faults,
    speechOverflowMs: audio.agent.overflowMs,
    callerLevelDbov: level.levelDbov,
    agentLevelDbov: audio.agent.level.levelDbov,
  };
}

async function incomingStats(leg: CallerLeg | undefined): Promise<types.ProducerStat | undefined> {
  const stats = leg ? await unlessClosed(leg.producer, leg.producer.getStats()) : [];
  return stats[0];
}

/** What the client was sent, and its reports about it. */
export async function outgoingStats(
  consumer: types.Consumer | undefined,
): Promise<types.ConsumerStat | undefined> {
  const stats = consumer ? await unlessClosed(consumer, consumer.getStats()) : [];
  return stats.find(({ type }) => type === 'outbound-rtp');
}

/** The session may close during the query. */
export async function unlessClosed<T>(
  owner: { readonly closed: boolean },
  asked: Promise<T[]>,
): Promise<T[]> {
  try {
    return await asked;
  } catch (error) {
    if (owner.closed) return [];
    throw error;
  }
}
