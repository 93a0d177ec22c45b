import { createResampler } from '../audio/index.js';
import type { AgentSpeech } from '../voice/agent-adapter.js';
import { SpeechWrapper } from './speech-wrapper.js';

/** Samples per conversion. Upsampled up to six times, they must fit into the resampler's buffer. */
const PIECE = 800;

/** Converts audio of any length. */
export class RateConverter {
  private readonly resampler: ReturnType<typeof createResampler>;

  constructor(
    private readonly fromHz: number,
    private readonly toHz: number,
  ) {
    this.resampler = createResampler(fromHz, toHz);
  }

  convert(samples: Int16Array): Int16Array {
    if (this.fromHz === this.toHz) return samples;
    const whole = new Int16Array(Math.ceil((samples.length * this.toHz) / this.fromHz) + 16);
    let length = 0;
    for (let at = 0; at < samples.length; at += PIECE) {
      const piece = samples.subarray(at, at + PIECE);
      const output = new Int16Array(Math.ceil((piece.length * this.toHz) / this.fromHz) + 16);
      const count = this.resampler.run(piece, output);
      whole.set(output.subarray(0, Math.min(count, whole.length - length)), length);
      length += count;
    }
    return whole.subarray(0, Math.min(length, whole.length));
  }

  close(): void {
    this.resampler.close();
  }
}

/** The speech output of an agent at another rate than the call's. */
export class ConvertedSpeech extends SpeechWrapper {
  constructor(
    speech: AgentSpeech,
    private readonly converter: RateConverter,
  ) {
    super(speech);
  }

  override write(samples: Int16Array): void {
    super.write(this.converter.convert(samples));
  }
}
