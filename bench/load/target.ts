/** A media server under load: ours or a peer, measured in the same run with the same callers. */
export interface LoadTarget {
  /** Answers an offer. @throws Error when the offer is refused. */
  open(offerSdp: string): Promise<TargetCall>;
  /** Processor time used so far, in milliseconds. */
  usage(): Promise<TargetUsage>;
  /** Memory of all its processes. */
  residentBytes(): Promise<number>;
  close(): Promise<void>;
}

export interface TargetCall {
  readonly answerSdp: string;
  /** Resolves when audio can flow. @throws Error when the call fails before. */
  connected(): Promise<void>;
  /** Caller frames that the server had to conceal so far; 0 if it does not decode them. */
  lostFrames(): Promise<number>;
  close(): void;
}

interface TargetUsage {
  /** The process with codecs and pacing; 0 for a server with a single process. */
  readonly nodeMs: number;
  /** The process that forwards packets. */
  readonly transportMs: number;
}
