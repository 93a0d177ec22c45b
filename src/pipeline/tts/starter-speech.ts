import { FLITE_SAMPLE_RATE_HZ } from '../../engines/local/index.js';
import type { StarterEngines } from '../starter/index.js';
import type { SpeechPiece, SpeechRequest, TextToSpeech, VoiceAbilities } from '../stages/index.js';

/** The built-in voice, which needs no key. It speaks English. */
export class StarterSpeech implements TextToSpeech {
  constructor(private readonly engines: () => Promise<StarterEngines>) {}

  abilities(): VoiceAbilities {
    return { wantsForms: true };
  }

  async *speak({ text, voiceId, speed }: SpeechRequest): AsyncGenerator<SpeechPiece> {
    const engines = await this.engines();
    yield { samples: await engines.speak(text, { voiceId, speed }), sampleRateHz: FLITE_SAMPLE_RATE_HZ };
  }

  anticipate({ text, voiceId, speed }: Pick<SpeechRequest, 'text' | 'voiceId' | 'speed'>): void {
    this.engines()
      .then((engines) => engines.speak(text, { voiceId, speed }))
      // Whoever speaks the sentence learns what is wrong.
      .catch(() => undefined);
  }
}
