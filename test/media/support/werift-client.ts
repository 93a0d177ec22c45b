import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, RtpPacket } from 'werift';
import { OpusLine } from './opus-line.js';

const PAYLOAD_TYPE = 96;
const ANY_SSRC = 1;

/** werift: WebRTC written in TypeScript, independent of libwebrtc in ICE, DTLS and SRTP. */
export class WeriftClient {
  readonly line = new OpusLine(PAYLOAD_TYPE, ANY_SSRC);
  private readonly track = new MediaStreamTrack({ kind: 'audio' });
  private readonly connection = new RTCPeerConnection({
    codecs: {
      audio: [
        new RTCRtpCodecParameters({
          mimeType: 'audio/opus',
          clockRate: 48_000,
          channels: 2,
          payloadType: PAYLOAD_TYPE,
        }),
      ],
    },
    iceServers: [],
    iceAdditionalHostAddresses: ['127.0.0.1'],
  });

  constructor() {
    this.connection.addTransceiver(this.track, { direction: 'sendrecv' });
    this.connection.onTrack.subscribe((track) =>
      track.onReceiveRtp.subscribe((packet) => this.line.receive(packet.serialize())),
    );
  }

  get isConnected(): boolean {
    return this.connection.connectionState === 'connected';
  }

  async createOffer(): Promise<string> {
    await this.connection.setLocalDescription(await this.connection.createOffer());
    const sdp = this.connection.localDescription?.sdp;
    if (!sdp) throw new Error('werift made no offer');
    return sdp;
  }

  acceptAnswer(sdp: string): Promise<void> {
    return this.connection.setRemoteDescription({ type: 'answer', sdp });
  }

  speak(samples: Int16Array): Promise<void> {
    return this.line.speak(samples, (packet) => this.track.writeRtp(RtpPacket.deSerialize(packet)));
  }

  async close(): Promise<void> {
    this.line.close();
    await this.connection.close();
  }
}
