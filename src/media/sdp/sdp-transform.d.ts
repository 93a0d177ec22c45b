/** The used part of `sdp-transform`, which ships no types. Digits become numbers in every field. */
declare module 'sdp-transform' {
  type Text = string | number;

  export interface Fingerprint {
    type: Text;
    hash: Text;
  }

  /** Attributes valid at session and section level. */
  export interface SharedDescription {
    iceUfrag?: Text;
    icePwd?: Text;
    icelite?: Text;
    fingerprint?: Fingerprint;
    setup?: Text;
    direction?: Text;
    ext?: { value: Text; uri: Text; direction?: Text }[];
    msidSemantic?: { semantic: Text; token: Text };
    connection?: { version: Text; ip: Text };
  }

  export interface MediaDescription extends SharedDescription {
    type: Text;
    port: Text;
    protocol: Text;
    payloads?: Text;
    rtp: { payload: Text; codec: Text; rate?: Text; encoding?: Text }[];
    fmtp: { payload: Text; config: Text }[];
    mid?: Text;
    rtcpMux?: Text;
    rtcpRsize?: Text;
    bundleOnly?: Text;
    ptime?: Text;
    ssrcs?: { id: Text; attribute?: Text; value?: Text }[];
    msid?: { id: Text; appdata?: Text }[];
    candidates?: Record<string, Text | undefined>[];
    endOfCandidates?: Text;
    rtcp?: { port: Text };
    crypto?: { id: Text; suite: Text; config: Text }[];
    maxptime?: Text;
  }

  export interface SessionDescription extends SharedDescription {
    version?: Text;
    origin?: {
      username: Text;
      sessionId: Text;
      sessionVersion: Text;
      netType: Text;
      ipVer: Text;
      address: Text;
    };
    name?: Text;
    timing?: { start: Text; stop: Text };
    groups?: { type: Text; mids: Text }[];
    media: MediaDescription[];
  }

  const sdpTransform: {
    parse(sdp: string): SessionDescription;
    write(session: SessionDescription): string;
  };
  export default sdpTransform;
}
