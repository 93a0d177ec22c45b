import { Audio, PeerConnection, type Track } from 'node-datachannel';
import { RTP_HEADER_BYTES, writeRtpHeader } from '../../../src/media/rtp/rtp-packet.js';

/**
 * A node-datachannel client in its own process: its native threads have crashed a test process that exited while they
 * were still reporting.
 */

/** Reports once for an offer, once when media connects, and each received packet (base64). */
export type DataChannelReport =
  | { readonly kind: 'offer'; readonly sdp: string }
  | { readonly kind: 'open' }
  | { readonly kind: 'packet'; readonly packet: string };

/** Commands for the program. */
export type DataChannelOrder =
  | { readonly kind: 'answer'; readonly sdp: string }
  | { readonly kind: 'packet'; readonly packet: string }
  /** Sends unexpected packets until stopped, from this many streams in turn or one per packet. */
  | { readonly kind: 'flood'; readonly packetsPerSecond: number; readonly streams: number };

const PAYLOAD_TYPE = 111;
const SSRC = 4_242;

const report = (message: DataChannelReport) => process.send?.(message);

function run(): void {
  const connection = new PeerConnection('test', { iceServers: [] });
  const audio = new Audio('0', 'SendRecv');
  audio.addOpusCodec(PAYLOAD_TYPE);
  audio.addSSRC(SSRC, 'test');
  const track = connection.addTrack(audio);
  track.onOpen(() => report({ kind: 'open' }));
  track.onMessage((packet) => report({ kind: 'packet', packet: packet.toString('base64') }));
  process.on('message', (order: DataChannelOrder) => {
    if (order.kind === 'answer') connection.setRemoteDescription(order.sdp, 'answer');
    else if (order.kind === 'flood') flood(track, order);
    else if (track.isOpen()) track.sendMessageBinary(Buffer.from(order.packet, 'base64'));
  });
  connection.onGatheringStateChange((state) => {
    if (state === 'complete') report({ kind: 'offer', sdp: connection.localDescription()?.sdp ?? '' });
  });
  connection.setLocalDescription();
}

function flood(
  track: Track,
  { packetsPerSecond, streams }: { packetsPerSecond: number; streams: number },
): void {
  const beganMs = performance.now();
  let sent = 0;
  setInterval(() => {
    const due = ((performance.now() - beganMs) * packetsPerSecond) / 1_000;
    for (; sent < due; sent += 1) track.sendMessageBinary(strayPacket(sent, sent % streams));
  }, 5);
}

function strayPacket(count: number, stream: number): Buffer {
  const packet = Buffer.alloc(RTP_HEADER_BYTES + 20, 1);
  writeRtpHeader(packet, {
    payloadType: PAYLOAD_TYPE,
    sequenceNumber: count & 0xffff,
    timestamp: count * 960,
    ssrc: 100_000 + stream,
    marker: false,
  });
  return packet;
}

run();
