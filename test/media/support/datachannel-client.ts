import { Audio, cleanup, PeerConnection, type Track } from 'node-datachannel';
import { OpusLine } from './opus-line.js';

const PAYLOAD_TYPE = 111;
const SSRC = 4_242;

/** node-datachannel: libdatachannel with libjuice's ICE, as native apps use it. */
export class DataChannelClient {
  readonly line = new OpusLine(PAYLOAD_TYPE, SSRC);
  private readonly connection = new PeerConnection('test', { iceServers: [] });
  private readonly track: Track;

  constructor() {
    const audio = new Audio('0', 'SendRecv');
    audio.addOpusCodec(PAYLOAD_TYPE);
    audio.addSSRC(SSRC, 'test');
    this.track = this.connection.addTrack(audio);
    this.track.onMessage((packet) => this.line.receive(packet));
  }

  get isConnected(): boolean {
    return this.track.isOpen();
  }

  createOffer(): Promise<string> {
    return new Promise((resolve) => {
      this.connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve(this.connection.localDescription()?.sdp ?? '');
      });
      this.connection.setLocalDescription();
    });
  }

  async acceptAnswer(sdp: string): Promise<void> {
    this.connection.setRemoteDescription(sdp, 'answer');
    await Promise.resolve();
  }

  speak(samples: Int16Array): Promise<void> {
    return this.line.speak(samples, (packet) => this.track.sendMessageBinary(packet));
  }

  async close(): Promise<void> {
    this.line.close();
    this.track.close();
    this.connection.close();
    await Promise.resolve();
  }
}

/** Stops the library's threads, which would keep the process alive. Call it after the last client is closed. */
export function stopDataChannelThreads(): void {
  cleanup();
}
