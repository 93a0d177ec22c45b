/** The part of the package that is used; it ships no types. */
declare module 'sherpa-onnx-node' {
  export interface Waveform {
    /** From -1 to 1. */
    readonly samples: Float32Array;
    readonly sampleRate: number;
  }
  export interface OnlineStream {
    acceptWaveform(waveform: Waveform): void;
    inputFinished(): void;
  }
  export class OnlineRecognizer {
    constructor(config: object);
    createStream(): OnlineStream;
    isReady(stream: OnlineStream): boolean;
    /** All of them must be ready. */
    decodeStreams(streams: readonly OnlineStream[]): void;
    getResult(stream: OnlineStream): { readonly text: string };
  }
  export interface OfflineStream {
    acceptWaveform(waveform: Waveform): void;
  }
  export class OfflineRecognizer {
    constructor(config: object);
    createStream(): OfflineStream;
    decode(stream: OfflineStream): void;
    getResult(stream: OfflineStream): { readonly text: string };
  }
  export interface GenerateRequest {
    readonly text: string;
    /** Number of the speaker. */
    readonly sid: number;
    readonly speed: number;
    /** Whether the samples may be in external memory. */
    readonly enableExternalBuffer: boolean;
    /** Called with the samples of each sentence; return 0 to stop. */
    readonly onProgress: (piece: { readonly samples: Float32Array }) => number;
  }
  export class OfflineTts {
    constructor(config: object);
    readonly numSpeakers: number;
    readonly sampleRate: number;
    /** Rejects text without anything to speak; `generate` would crash on it. */
    generateAsync(request: GenerateRequest): Promise<unknown>;
  }
  /** The package is CommonJS: Node exposes its exports through the default export only. */
  const sherpa: {
    readonly OnlineRecognizer: typeof OnlineRecognizer;
    readonly OfflineRecognizer: typeof OfflineRecognizer;
    readonly OfflineTts: typeof OfflineTts;
  };
  export default sherpa;
}
