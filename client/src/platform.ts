interface Platform {
  readonly document?: Document;
  readonly isSecureContext?: boolean;
  readonly navigator?: { readonly mediaDevices?: Devices };
  readonly RTCPeerConnection?: typeof RTCPeerConnection;
  readonly WebSocket?: typeof WebSocket;
}

/** Old browsers do not report changes. */
export type Devices = Pick<MediaDevices, 'getUserMedia'> & Partial<MediaDevices>;

/** Features of the host: pages without HTTPS have no `mediaDevices`; Node has only `WebSocket`, from 22 on. */
export const platform: Platform = globalThis;
