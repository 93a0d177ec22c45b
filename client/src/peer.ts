import type { CandidatePayload } from './frames.js';

export interface PeerListener {
  /** A local candidate; the empty one is the last. */
  candidate(candidate: CandidatePayload): void;
  remoteTrack(track: MediaStreamTrack, stream: MediaStream): void;
  /** Audio can flow. */
  connected(): void;
  /** The path broke. It may recover, or need an ICE restart. */
  interrupted(how: 'disconnected' | 'failed'): void;
}

export interface PeerSettings {
  readonly PeerConnectionClass: typeof RTCPeerConnection;
  readonly iceServers: readonly RTCIceServer[];
  readonly iceTransportPolicy: RTCIceTransportPolicy;
}

/** One peer connection with one audio section: the caller's microphone out, the agent in. */
export class Peer {
  readonly connection: RTCPeerConnection;
  /** Sends the microphone's audio; undefined when the caller only listens. */
  readonly sender: RTCRtpSender | undefined;
  /** Set once the call uses this connection; until then events are ignored. */
  listener: PeerListener | undefined;
  private readonly early: CandidatePayload[] = [];

  constructor(settings: PeerSettings, microphone: MediaStream | undefined) {
    this.connection = new settings.PeerConnectionClass({
      iceServers: [...settings.iceServers],
      iceTransportPolicy: settings.iceTransportPolicy,
      bundlePolicy: 'max-bundle',
    });
    this.listen();
    const [track] = microphone?.getAudioTracks() ?? [];
    if (track && microphone) this.sender = this.connection.addTrack(track, microphone);
    else this.connection.addTransceiver('audio', { direction: 'recvonly' });
  }

  /**
   * Creates an offer and sets it as the local description. `restart` requests new ICE credentials, and so a new path.
   */
  async offer(restart: boolean): Promise<string> {
    const offer = await this.connection.createOffer({ iceRestart: restart });
    await this.connection.setLocalDescription(offer);
    return this.connection.localDescription?.sdp ?? offer.sdp ?? '';
  }

  /** Applies the server's answer, and then the candidates that arrived before it. Ignored without an open offer. */
  async accept(answerSdp: string): Promise<void> {
    if (this.connection.signalingState !== 'have-local-offer') return;
    await this.connection.setRemoteDescription({ type: 'answer', sdp: answerSdp });
    for (const candidate of this.early.splice(0)) await this.addCandidate(candidate);
  }

  /** An invalid candidate is ignored: others may work. */
  async addCandidate(candidate: CandidatePayload): Promise<void> {
    if (candidate.candidate === '') return;
    if (!this.connection.remoteDescription) {
      this.early.push(candidate);
      return;
    }
    // With a single audio section, a missing index means the first.
    const named = candidate.sdpMid !== null || candidate.sdpMLineIndex !== null;
    await this.connection
      .addIceCandidate(named ? candidate : { ...candidate, sdpMLineIndex: 0 })
      .catch(() => undefined);
  }

  /** Used by the next ICE restart. */
  useServers(iceServers: readonly RTCIceServer[]): void {
    // Not every WebRTC implementation has it.
    const connection: Partial<RTCPeerConnection> = this.connection;
    connection.setConfiguration?.({
      ...this.connection.getConfiguration(),
      iceServers: [...iceServers],
    });
  }

  close(): void {
    const { connection } = this;
    connection.onicecandidate = connection.ontrack = connection.onconnectionstatechange = null;
    connection.close();
  }

  private listen(): void {
    const { connection } = this;
    connection.onicecandidate = ({ candidate }) =>
      this.listener?.candidate({
        candidate: candidate?.candidate ?? '',
        sdpMid: candidate?.sdpMid ?? null,
        sdpMLineIndex: candidate?.sdpMLineIndex ?? null,
      });
    connection.ontrack = ({ track, streams }) =>
      this.listener?.remoteTrack(track, streams[0] ?? new MediaStream([track]));
    connection.onconnectionstatechange = () => {
      const state = connection.connectionState;
      if (state === 'connected') this.listener?.connected();
      else if (state === 'disconnected' || state === 'failed') this.listener?.interrupted(state);
    };
  }
}
