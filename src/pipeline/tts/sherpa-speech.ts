import type { SherpaEngine } from '../../engines/sherpa-onnx/index.js';
import type { SpeechPiece, SpeechRequest, TextToSpeech, VoiceAbilities } from '../stages/index.js';

/** Silence for a text without words, such as an emoji or a dash. */
const NOTHING_TO_SAY_MS = 50;

/** The operator's own voice. */
export class SherpaSpeech implements TextToSpeech {
  /** @param speaker Speaker number for agents that specify none. */
  constructor(
    private readonly engine: SherpaEngine,
    private readonly speaker: number,
  ) {}

  abilities(): VoiceAbilities {
    return { wantsForms: true };
  }

  async *speak({ text, voiceId, speed, signal }: SpeechRequest): AsyncGenerator<SpeechPiece> {
    const pool = this.engine.require();
    const { sampleRateHz } = pool.facts;
    if (!/[\p{L}\p{N}]/u.test(text)) {
      yield { samples: new Int16Array((sampleRateHz * NOTHING_TO_SAY_MS) / 1000), sampleRateHz };
      return;
    }
    const abandoned = new AbortController();
    const wanted = AbortSignal.any([signal, abandoned.signal]);
    const speaker = /^\d{1,5}$/.test(voiceId ?? '') ? Number(voiceId) : this.speaker;
    const spoken = new ReadableStream<Int16Array>({
      start: (controller) => {
        pool
          .run(
            { kind: 'speak', text, speaker, speed: speed ?? 1 },
            { signal: wanted, onPiece: (samples) => controller.enqueue(samples) },
          )
          .then(() => controller.close())
          .catch((error: unknown) => controller.error(error));
      },
      cancel: () => abandoned.abort(),
    });
    for await (const samples of spoken) yield { samples, sampleRateHz };
  }
}
