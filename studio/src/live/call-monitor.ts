import { api, done, take } from '../api/client.js';

export interface MonitorView {
  readonly state: 'off' | 'connecting' | 'listening' | 'speaking';
  readonly sound: MediaStream | undefined;
  readonly problem: unknown;
}

const OFF: MonitorView = { state: 'off', sound: undefined, problem: undefined };

/** For a call that moves to another instance: how often and when the page tries to hear it there. */
const [ATTEMPTS, AGAIN_MS] = [30, 1_000];

/** The page's connection to a running call. */
export class CallMonitor {
  private readonly listeners = new Set<() => void>();
  private readonly audio = new Audio();
  private view = OFF;
  private connection: RTCPeerConnection | undefined;
  private microphone: MediaStream | undefined;
  private monitorId = '';

  constructor(private readonly conversationId: string) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): MonitorView => this.view;

  async listen(attempts = 1): Promise<void> {
    this.disconnect();
    this.show({ ...OFF, state: 'connecting' });
    const connection = new RTCPeerConnection();
    this.connection = connection;
    connection.addTransceiver('audio', { direction: 'sendrecv' });
    connection.ontrack = ({ track }) => this.play(new MediaStream([track]));
    connection.onconnectionstatechange = () => this.follow(connection);
    try {
      await connection.setLocalDescription();
      const body = { sdp: connection.localDescription?.sdp ?? '' };
      const { monitorId, sdp } = await take(
        api.POST('/v1/conversations/{conversationId}/monitors', { ...this.ofCall(), body }),
      );
      this.monitorId = monitorId;
      await connection.setRemoteDescription({ type: 'answer', sdp });
    } catch (problem) {
      if (connection !== this.connection) return;
      if (attempts === 1) this.end(problem);
      else setTimeout(() => connection === this.connection && void this.listen(attempts - 1), AGAIN_MS);
    }
  }

  /** Ends the connection; an agent whose call was taken over is back. */
  stop(): void {
    if (this.monitorId !== '') {
      // Closing the connection does the same a moment later.
      void done(
        api.DELETE('/v1/conversations/{conversationId}/monitors/{monitorId}', this.ofMonitor()),
      ).catch(() => undefined);
    }
    this.end(undefined);
  }

  async takeOver(): Promise<void> {
    this.microphone ??= await navigator.mediaDevices.getUserMedia({ audio: true });
    const [track] = this.microphone.getAudioTracks();
    await this.connection?.getSenders()[0]?.replaceTrack(track ?? null);
    await done(
      api.POST('/v1/conversations/{conversationId}/monitors/{monitorId}/take-over', this.ofMonitor()),
    );
    this.show({ state: 'speaking' });
  }

  async giveBack(note: string): Promise<void> {
    const body = note === '' ? {} : { note };
    await done(
      api.POST('/v1/conversations/{conversationId}/monitors/{monitorId}/give-back', {
        ...this.ofMonitor(),
        body,
      }),
    );
    this.closeMicrophone();
    this.show({ state: 'listening' });
  }

  async whisper(text: string): Promise<void> {
    await done(api.POST('/v1/conversations/{conversationId}/whispers', { ...this.ofCall(), body: { text } }));
  }

  private follow(connection: RTCPeerConnection): void {
    if (connection !== this.connection) return;
    const { connectionState } = connection;
    if (connectionState === 'connected') this.show({ state: 'listening' });
    const isLost = connectionState === 'disconnected' || connectionState === 'failed';
    if (isLost || connectionState === 'closed') void this.listen(ATTEMPTS);
  }

  private play(sound: MediaStream): void {
    this.audio.srcObject = sound;
    void this.audio.play().catch((problem: unknown) => this.show({ problem }));
    this.show({ sound });
  }

  private end(problem: unknown): void {
    this.disconnect();
    this.show({ ...OFF, problem });
  }

  private disconnect(): void {
    this.closeMicrophone();
    const { connection } = this;
    this.connection = undefined;
    connection?.close();
    this.monitorId = '';
    this.audio.srcObject = null;
  }

  private closeMicrophone(): void {
    for (const track of this.microphone?.getTracks() ?? []) track.stop();
    this.microphone = undefined;
  }

  private ofCall() {
    return { params: { path: { conversationId: this.conversationId } } };
  }

  private ofMonitor() {
    return { params: { path: { conversationId: this.conversationId, monitorId: this.monitorId } } };
  }

  private show(change: Partial<MonitorView>): void {
    this.view = { ...this.view, ...change };
    for (const listener of this.listeners) listener();
  }
}
