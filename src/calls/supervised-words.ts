import type { AgentConversation, AgentEvent } from '../voice/agent-adapter.js';
import { RateConverter } from '../call-speech/index.js';
import type { HandoffTarget } from '../call-admission/index.js';
import type { CallParts } from './call-parts.js';

type Speaker = 'caller' | 'supervisor';

/** Puts on record what the caller and a supervisor say to each other, if the agent has a recognizer. */
export class SupervisedWords {
  private readonly transcribers = new Map<Speaker, AgentConversation>();
  private readonly converters: Readonly<Record<Speaker, RateConverter>>;
  private closed = false;

  constructor(
    private readonly parts: CallParts,
    private readonly agent: HandoffTarget,
    private readonly emit: (event: AgentEvent) => void,
  ) {
    const { inputSampleRateHz, outputSampleRateHz } = parts.admission.adapter.capabilities;
    const { inputSampleRateHz: rateHz } = agent.adapter.capabilities;
    this.converters = {
      caller: new RateConverter(inputSampleRateHz, rateHz),
      supervisor: new RateConverter(outputSampleRateHz, rateHz),
    };
    for (const speaker of ['caller', 'supervisor'] as const) void this.open(speaker);
  }

  hear(speaker: Speaker, samples: Int16Array, atMs: number): void {
    const transcriber = this.transcribers.get(speaker);
    if (!this.closed) transcriber?.hear({ samples: this.converters[speaker].convert(samples), atMs });
  }

  close(): void {
    this.closed = true;
    for (const transcriber of this.transcribers.values()) void transcriber.close();
    for (const converter of Object.values(this.converters)) converter.close();
  }

  private async open(speaker: Speaker): Promise<void> {
    const { adapter, agent } = this.agent;
    const { admission, features, logger, sessionId } = this.parts;
    try {
      const transcriber = await adapter.transcribe?.({
        accountId: admission.accountId,
        agent,
        followsWords: features.has('transcript'),
        emit: (event) => {
          const isOwn = event.kind === 'transcript' && speaker === 'supervisor';
          this.emit(isOwn ? { ...event, speaker: 'agent', by: 'supervisor' } : event);
        },
      });
      if (transcriber && this.closed) void transcriber.close();
      else if (transcriber) this.transcribers.set(speaker, transcriber);
    } catch (err) {
      logger.warn({ sessionId, err }, 'the words of a supervised call cannot be recognized');
    }
  }
}
