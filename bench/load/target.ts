/** A media server under load: ours or a peer that is measured in the same run with the same callers. */
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
  /** Frames of the caller that the server had to do without so far; 0 where it does not look at them. */
  lostFrames(): Promise<number>;
  close(): void;
}

interface TargetUsage {
  /** The process with the codecs and the pacing; 0 for a server that is one process. */
  readonly nodeMs: number;
  /** What moves packets. */
  readonly transportMs: number;
}
