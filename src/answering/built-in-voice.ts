import { Injectable } from '@nestjs/common';
import { FLITE_SAMPLE_RATE_HZ } from '../engines/local/index.js';
import { StarterAdapter } from '../pipeline/index.js';

/** Mono, signed 16 bit. */
interface SpokenText {
  readonly samples: Int16Array;
  readonly sampleRateHz: 8_000 | 16_000 | 24_000 | 48_000;
}

/** A voice that needs no provider. It speaks English. */
@Injectable()
export class BuiltInVoice {
  constructor(private readonly starter: StarterAdapter) {}

  /** What was said before is remembered for a while. @throws AgentFault */
  async speak(text: string): Promise<SpokenText> {
    const engines = await this.starter.load();
    return { samples: await engines.speak(text, undefined), sampleRateHz: FLITE_SAMPLE_RATE_HZ };
  }
}
