interface Platform {
  readonly document?: Document;
  readonly isSecureContext?: boolean;
  readonly navigator?: { readonly mediaDevices?: Devices };
  readonly RTCPeerConnection?: typeof RTCPeerConnection;
  readonly WebSocket?: typeof WebSocket;
}

/** Old browsers do not report changes. */
export type Devices = Pick<MediaDevices, 'getUserMedia'> & Partial<MediaDevices>;

/** Available features of the host: pages without HTTPS have no `mediaDevices`, and Node has none of them but, since 22, WebSocket. */
export const platform: Platform = globalThis;
