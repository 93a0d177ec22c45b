import { Injectable } from '@nestjs/common';
import { VOICE_RATE_HZ } from '../engines/local/index.js';
import { AgentWords, speakableText, StarterAdapter } from '../pipeline/index.js';

/** Mono, signed 16 bit. */
interface SpokenText {
  readonly samples: Int16Array;
  readonly sampleRateHz: typeof VOICE_RATE_HZ;
}

/** A voice that needs no provider. English only. */
@Injectable()
export class BuiltInVoice {
  private readonly words = new AgentWords({ languageCode: 'en' });

  constructor(private readonly starter: StarterAdapter) {}

  /** Results are cached for a while. @throws AgentFault */
  async speak(text: string): Promise<SpokenText> {
    const engines = await this.starter.load();
    const spoken = this.words.spoken(speakableText(text), { wantsForms: true });
    return { samples: await engines.speak(spoken), sampleRateHz: VOICE_RATE_HZ };
  }
}
