/// <reference lib="dom" />

/** Functions for a call in a browser's page. Each is sent as text, so it may only use the page's `window`. */

/** State kept in the page between calls. */
interface CallingWindow extends Window {
  connection: RTCPeerConnection;
}

export interface PageOffer {
  /** Offer video and a data channel as well. */
  readonly offersMore: boolean;
}

/** Creates a connection with the (fake) microphone. @returns Its offer. */
export async function beginCall({ offersMore }: PageOffer): Promise<string> {
  const connection = new RTCPeerConnection();
  (window as unknown as CallingWindow).connection = connection;
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  for (const track of stream.getTracks()) connection.addTrack(track, stream);
  connection.ontrack = ({ track }) => {
    const audio = document.createElement('audio');
    audio.srcObject = new MediaStream([track]);
    document.body.append(audio);
    void audio.play();
  };
  if (offersMore) {
    connection.addTransceiver('video');
    connection.createDataChannel('data');
  }
  await connection.setLocalDescription(await connection.createOffer());
  return connection.localDescription?.sdp ?? '';
}

/** Restarts ICE for the same call. */
export async function restartIce(): Promise<string> {
  const { connection } = window as unknown as CallingWindow;
  await connection.setLocalDescription(await connection.createOffer({ iceRestart: true }));
  return connection.localDescription?.sdp ?? '';
}

/** Sends DTMF. @returns Whether the peer had negotiated it. */
export function pressKeys(keys: string): boolean {
  const { connection } = window as unknown as CallingWindow;
  const dtmf = connection.getSenders().find(({ track }) => track?.kind === 'audio')?.dtmf;
  if (!dtmf?.canInsertDTMF) return false;
  dtmf.insertDTMF(keys, 100, 70);
  return true;
}

export async function acceptAnswer(sdp: string): Promise<void> {
  const { connection } = window as unknown as CallingWindow;
  await connection.setRemoteDescription({ type: 'answer', sdp });
}

/** Statistics received since the start of the call. */
export async function heardSoFar(): Promise<{
  readonly totalAudioEnergy: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
}> {
  const { connection } = window as unknown as CallingWindow;
  let heard = { totalAudioEnergy: 0, packetsReceived: 0, packetsLost: 0 };
  // Statistics are a map without types.
  (await connection.getStats()).forEach((entry) => {
    if (entry.type === 'inbound-rtp') heard = entry;
  });
  const { totalAudioEnergy, packetsReceived, packetsLost } = heard;
  return { totalAudioEnergy, packetsReceived, packetsLost };
}

/** The negotiated media kinds. */
export function carriedKinds(): string[] {
  const { connection } = window as unknown as CallingWindow;
  return connection
    .getTransceivers()
    .filter(({ direction }) => direction !== 'stopped')
    .map(({ receiver }) => receiver.track.kind);
}

export function hangUp(): void {
  (window as unknown as CallingWindow).connection.close();
}
