import type { SherpaEngine } from '../../engines/sherpa-onnx/index.js';
import type { SpeechToText, Transcription, TranscriptionRequest } from '../stages/index.js';
import { WholeTurn } from './whole-turn.js';

/** Samples of all pieces of a turn. */
function concatenated(pieces: readonly Int16Array[]): Int16Array {
  const whole = new Int16Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** A speech model of the operator's own: a streaming one hears while the caller speaks, another takes whole turns. */
export class SherpaTranscription implements SpeechToText {
  readonly capabilities: SpeechToText['capabilities'];

  constructor(private readonly engine: SherpaEngine) {
    this.capabilities = { streaming: engine.pool?.facts.streaming ?? false };
  }

  begin(request: TranscriptionRequest): Transcription {
    const pool = this.engine.require();
    if (!pool.facts.streaming) return this.wholeTurn(request);
    const utterance = pool.begin(undefined, (text) => {
      if (text !== '') request.onWords({ text });
    });
    return {
      push: (samples) => utterance.feed(samples),
      end: async () => ({ text: await utterance.end() }),
      cancel: () => utterance.cancel(),
    };
  }

  private wholeTurn(request: TranscriptionRequest): Transcription {
    return new WholeTurn(request, (pieces, signal) =>
      this.engine.require().run({ kind: 'transcribe', samples: concatenated(pieces) }, { signal }),
    );
  }
}
