import type { CallerAudioFrame } from '../media/index.js';
import type { AdapterCapabilities, AgentSpeech } from '../voice/agent-adapter.js';
import { ConvertedSpeech, RateConverter } from './rate-bridge.js';

/** Keeps the call's sample rates when an agent with other rates takes over. */
export class AgentRates {
  private input: RateConverter | undefined;
  private output: RateConverter | undefined;

  constructor(private readonly first: AdapterCapabilities) {}

  /**
   * Makes this the current agent.
   * @param speech At the rate of the call.
   */
  speechFor(its: AdapterCapabilities, speech: AgentSpeech): AgentSpeech {
    this.close();
    const { first } = this;
    this.input = converter(first.inputSampleRateHz, its.inputSampleRateHz);
    this.output = converter(its.outputSampleRateHz, first.outputSampleRateHz);
    return this.output ? new ConvertedSpeech(speech, this.output) : speech;
  }

  heard(frame: CallerAudioFrame): CallerAudioFrame {
    return this.input ? { ...frame, samples: this.input.convert(frame.samples) } : frame;
  }

  close(): void {
    this.input?.close();
    this.output?.close();
    this.input = undefined;
    this.output = undefined;
  }
}

const converter = (fromHz: number, toHz: number): RateConverter | undefined =>
  fromHz === toHz ? undefined : new RateConverter(fromHz, toHz);
