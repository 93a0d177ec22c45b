/** The network path selected by ICE. */
export interface IcePath {
  readonly local: string;
  readonly remote: string;
  readonly protocol: string;
  /** `host`, `srflx`, `prflx` or `relay`, of this side. */
  readonly localType: string;
  readonly remoteType: string;
}

/** Audio from the server. */
export interface InboundAudio {
  readonly packets: number;
  readonly lost: number;
  readonly lossPercent: number;
  readonly jitterMs?: number;
  readonly codec?: string;
}

/** Audio to the server; loss as the server reported it. */
export interface OutboundAudio {
  readonly packets: number;
  readonly lost?: number;
  readonly lossPercent?: number;
  readonly jitterMs?: number;
}

/** Connection quality. A part is absent while it is unknown. */
export interface ConnectionReport {
  readonly path?: IcePath;
  readonly roundTripMs?: number;
  readonly inbound?: InboundAudio;
  readonly outbound?: OutboundAudio;
}

type Stats = Readonly<Record<string, unknown>>;

/** Reduces the statistics of a peer connection (W3C webrtc-stats) to a few quality figures. */
export async function reportConnection(connection: RTCPeerConnection | undefined): Promise<ConnectionReport> {
  if (!connection) return {};
  const all: Stats[] = [];
  const byId = new Map<unknown, Stats>();
  (await connection.getStats()).forEach((entry: Stats) => {
    all.push(entry);
    byId.set(entry.id, entry);
  });
  const audioOf = (type: string) =>
    all.find((entry) => entry.type === type && (entry.kind ?? entry.mediaType) === 'audio');
  const pair = selectedPair(all, byId);
  const remoteInbound = audioOf('remote-inbound-rtp');
  const inbound = audioOf('inbound-rtp');
  const outbound = audioOf('outbound-rtp');
  return {
    path: pair && pathOf(byId.get(pair.localCandidateId), byId.get(pair.remoteCandidateId)),
    roundTripMs: toMs(pair?.currentRoundTripTime) ?? toMs(remoteInbound?.roundTripTime),
    inbound: inbound && inboundOf(inbound, byId.get(inbound.codecId)),
    outbound: outbound && outboundOf(outbound, remoteInbound),
  };
}

/** The transport names the pair; in implementations without such an entry, the pair itself is marked. */
function selectedPair(all: readonly Stats[], byId: ReadonlyMap<unknown, Stats>): Stats | undefined {
  const transport = all.find((entry) => entry.type === 'transport');
  const named = transport && byId.get(transport.selectedCandidatePairId);
  return (
    named ??
    all.find(
      (entry) => entry.type === 'candidate-pair' && entry.nominated === true && entry.state === 'succeeded',
    )
  );
}

function pathOf(local: Stats | undefined, remote: Stats | undefined): IcePath {
  return {
    local: addressOf(local),
    remote: addressOf(remote),
    protocol: text(local?.protocol),
    localType: text(local?.candidateType),
    remoteType: text(remote?.candidateType),
  };
}

function addressOf(candidate: Stats | undefined): string {
  const host = text(candidate?.address ?? candidate?.ip) || 'hidden by the browser';
  const port = number(candidate?.port);
  return port === undefined ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function inboundOf(inbound: Stats, codec: Stats | undefined): InboundAudio {
  const packets = number(inbound.packetsReceived) ?? 0;
  const lost = Math.max(0, number(inbound.packetsLost) ?? 0);
  return {
    packets,
    lost,
    lossPercent: percent(lost, packets + lost),
    jitterMs: toMs(inbound.jitter),
    codec: codec && text(codec.mimeType).replace('audio/', ''),
  };
}

function outboundOf(outbound: Stats, remote: Stats | undefined): OutboundAudio {
  const packets = number(outbound.packetsSent) ?? 0;
  const reported = number(remote?.packetsLost);
  const lost = reported === undefined ? undefined : Math.max(0, reported);
  return {
    packets,
    lost,
    lossPercent: lost === undefined ? undefined : percent(lost, packets),
    jitterMs: toMs(remote?.jitter),
  };
}

const number = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);
const text = (value: unknown) => (typeof value === 'string' ? value : '');
const percent = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : 0);

/** Statistics give times in seconds. */
function toMs(seconds: unknown): number | undefined {
  const value = number(seconds);
  return value === undefined ? undefined : value * 1_000;
}
