import { Audio, PeerConnection } from 'node-datachannel';

/**
 * A client on node-datachannel, in a process of its own: its native threads have brought down a test process that
 * ended while they still had something to tell.
 */

/** What the program tells: once an offer, once that media is connected, and each packet that comes (base64). */
export type DataChannelReport =
  | { readonly kind: 'offer'; readonly sdp: string }
  | { readonly kind: 'open' }
  | { readonly kind: 'packet'; readonly packet: string };

/** What it is told. */
export type DataChannelOrder =
  { readonly kind: 'answer'; readonly sdp: string } | { readonly kind: 'packet'; readonly packet: string };

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
    else if (track.isOpen()) track.sendMessageBinary(Buffer.from(order.packet, 'base64'));
  });
  connection.onGatheringStateChange((state) => {
    if (state === 'complete') report({ kind: 'offer', sdp: connection.localDescription()?.sdp ?? '' });
  });
  connection.setLocalDescription();
}

run();
