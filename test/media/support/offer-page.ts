/// <reference lib="dom" />

/** Functions for recording a browser's offers; sent to the page as text, like `caller-page.ts`. */

export interface BrowserOffer {
  /** The offer before any candidate. */
  readonly trickle?: boolean;
  readonly listensOnly?: boolean;
  /** Video and a data channel as well. */
  readonly offersMore?: boolean;
  readonly bundlePolicy?: RTCBundlePolicy;
}

interface OfferingWindow extends Window {
  connection: RTCPeerConnection;
}

/** Makes a connection and gives its offer. */
export async function browserOffer({
  trickle = false,
  listensOnly = false,
  offersMore = false,
  bundlePolicy = 'balanced',
}: BrowserOffer): Promise<string> {
  const connection = new RTCPeerConnection({ bundlePolicy });
  (window as unknown as OfferingWindow).connection = connection;
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  if (listensOnly) connection.addTransceiver('audio', { direction: 'recvonly' });
  else for (const track of stream.getTracks()) connection.addTrack(track, stream);
  if (offersMore) {
    connection.addTransceiver('video');
    connection.createDataChannel('data');
  }
  const offer = await connection.createOffer();
  if (trickle) return offer.sdp ?? '';
  const gathered = new Promise<void>((resolve) => {
    connection.onicegatheringstatechange = () => {
      if (connection.iceGatheringState === 'complete') resolve();
    };
  });
  await connection.setLocalDescription(offer);
  await gathered;
  return connection.localDescription?.sdp ?? '';
}

/** Accepts the answer and returns an ICE restart offer of the same connection. */
export async function browserReoffer(answerSdp: string): Promise<string> {
  const { connection } = window as unknown as OfferingWindow;
  await connection.setRemoteDescription({ type: 'answer', sdp: answerSdp });
  const gathered = new Promise<void>((resolve) => {
    connection.onicegatheringstatechange = () => {
      if (connection.iceGatheringState === 'complete') resolve();
    };
  });
  await connection.setLocalDescription(await connection.createOffer({ iceRestart: true }));
  await gathered;
  return connection.localDescription?.sdp ?? '';
}
