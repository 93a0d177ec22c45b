/** What is used of the package, which ships no types. */
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
    /** Whether the samples may lie outside of the heap of JavaScript. */
    readonly enableExternalBuffer: boolean;
    /** Called with the samples of each sentence; 0 ends the work. */
    readonly onProgress: (piece: { readonly samples: Float32Array }) => number;
  }
  export class OfflineTts {
    constructor(config: object);
    readonly numSpeakers: number;
    readonly sampleRate: number;
    /** Rejects when the text has nothing that could be spoken; `generate` would crash then. */
    generateAsync(request: GenerateRequest): Promise<unknown>;
  }
  /** The package is CommonJS: Node finds its exports by way of the default one only. */
  const sherpa: {
    readonly OnlineRecognizer: typeof OnlineRecognizer;
    readonly OfflineRecognizer: typeof OfflineRecognizer;
    readonly OfflineTts: typeof OfflineTts;
  };
  export default sherpa;
}
