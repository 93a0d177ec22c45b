import { markedSounds, VOICE_RATE_HZ } from '../../engines/local/index.js';
import type { StarterEngines } from '../starter/index.js';
import type { Phonemes, SpeechPiece, SpeechRequest, TextToSpeech, VoiceAbilities } from '../stages/index.js';

const phonemes: Phonemes = (_word, sounds) => markedSounds(sounds);

/** The built-in English voice, which needs no key. */
export class StarterSpeech implements TextToSpeech {
  constructor(private readonly engines: () => Promise<StarterEngines>) {}

  abilities(): VoiceAbilities {
    return { wantsForms: true, phonemes };
  }

  async *speak({ text, speed }: SpeechRequest): AsyncGenerator<SpeechPiece> {
    const engines = await this.engines();
    for await (const samples of engines.speakInPieces(text, speed))
      yield { samples, sampleRateHz: VOICE_RATE_HZ };
  }

  anticipate({ text, speed }: Pick<SpeechRequest, 'text' | 'speed'>): void {
    this.engines()
      .then((engines) => engines.speak(text, speed))
      // `speak` reports the error.
      .catch(() => undefined);
  }
}
