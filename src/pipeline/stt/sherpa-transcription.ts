import { pcmOf, samplesOf } from '../../audio/index.js';
import type { SherpaEngine } from '../../engines/sherpa-onnx/index.js';
import type { SpeechToText, Transcription, TranscriptionRequest } from '../stages/index.js';
import { wordsWithoutMarks } from './sound-marks.js';
import { WholeTurn } from './whole-turn.js';

/** The operator's own speech model: a streaming model listens while the caller speaks, others take whole turns. */
export class SherpaTranscription implements SpeechToText {
  readonly capabilities: SpeechToText['capabilities'];

  constructor(private readonly engine: SherpaEngine) {
    this.capabilities = { streaming: engine.pool?.facts.streaming ?? false };
  }

  begin(request: TranscriptionRequest): Transcription {
    const pool = this.engine.require();
    if (!pool.facts.streaming) return this.wholeTurn(request);
    const utterance = pool.begin(undefined, (heard) => {
      const text = wordsWithoutMarks(heard);
      if (text !== '') request.onWords({ text });
    });
    return {
      push: (samples) => utterance.feed(samples),
      end: async () => ({ text: wordsWithoutMarks(await utterance.end()) }),
      cancel: () => utterance.cancel(),
    };
  }

  private wholeTurn(request: TranscriptionRequest): Transcription {
    return new WholeTurn(request, (pieces, signal) =>
      this.engine
        .require()
        .run({ kind: 'transcribe', samples: samplesOf(Buffer.concat(pieces.map(pcmOf))) }, { signal })
        .then((heard) => ({ text: wordsWithoutMarks(heard) })),
    );
  }
}
