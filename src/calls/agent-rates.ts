import type { CallerAudioFrame } from '../media/index.js';
import type { AdapterCapabilities, AgentSpeech } from '../voice/agent-adapter.js';
import { ConvertedSpeech, RateConverter } from './rate-bridge.js';

/** The call keeps the rates that it began with; an agent that takes over may have others. */
export class AgentRates {
  private ear: RateConverter | undefined;
  private mouth: RateConverter | undefined;

  constructor(private readonly first: AdapterCapabilities) {}

  /** From now on this agent hears and speaks. @param speech At the rate of the call. */
  speechFor(its: AdapterCapabilities, speech: AgentSpeech): AgentSpeech {
    this.close();
    const { first } = this;
    this.ear = converter(first.inputSampleRateHz, its.inputSampleRateHz);
    this.mouth = converter(its.outputSampleRateHz, first.outputSampleRateHz);
    return this.mouth ? new ConvertedSpeech(speech, this.mouth) : speech;
  }

  heard(frame: CallerAudioFrame): CallerAudioFrame {
    return this.ear ? { ...frame, samples: this.ear.convert(frame.samples) } : frame;
  }

  close(): void {
    this.ear?.close();
    this.mouth?.close();
    this.ear = undefined;
    this.mouth = undefined;
  }
}

const converter = (fromHz: number, toHz: number): RateConverter | undefined =>
  fromHz === toHz ? undefined : new RateConverter(fromHz, toHz);
