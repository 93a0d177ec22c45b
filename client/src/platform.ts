interface Platform {
  readonly document?: Document;
  readonly isSecureContext?: boolean;
  readonly navigator?: { readonly mediaDevices?: Devices };
  readonly RTCPeerConnection?: typeof RTCPeerConnection;
}

/** Old browsers tell of no changes. */
export type Devices = Pick<MediaDevices, 'getUserMedia'> & Partial<MediaDevices>;

/** What is here, as far as it is: pages without HTTPS have no `mediaDevices`, and Node has nothing of it. */
export const platform: Platform = globalThis;
