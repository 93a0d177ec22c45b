import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentDocument, uninterruptible } from '../agent-document/index.js';
import { loadResampler } from '../audio/index.js';
import type { SampleRateHz, SpeechQueue } from '../media/index.js';
import type { AgentContext, AgentEvent } from '../voice/agent-adapter.js';
import { ConvertedSpeech, RateConverter } from './rate-bridge.js';
import { SpeechWrapper } from './speech-wrapper.js';
import type { HandoffTarget } from '../call-admission/index.js';

const LOOK_MS = 50;
/** Longer than any pause within the announcement. */
const SILENT_FOR_MS = 1_500;
/** Deadline for the first word. */
const FIRST_WORD_MS = 10_000;
/** The agent has reported its end while its last samples are in flight. */
const TAIL_MS = 200;

export interface Announcement extends Pick<AgentContext, 'accountId' | 'mode'> {
  /** The agent that lends its voice. */
  readonly agent: HandoffTarget;
  readonly text: string;
  /** The listener. */
  readonly to: { readonly speech: SpeechQueue; readonly sampleRateHz: SampleRateHz };
  /** Receives usage and faults. */
  readonly emit: (event: AgentEvent) => void;
  /** Aborted when the listener is gone. */
  readonly signal: AbortSignal;
}

/**
 * Has an agent say one announcement in its own voice to someone other than its caller, without listening.
 * @returns Whether all of it was said. Never rejects.
 */
export async function sayOnce(announcement: Announcement): Promise<boolean> {
  const { agent, text, to, signal } = announcement;
  const { adapter } = agent;
  await loadResampler();
  const converter = new RateConverter(adapter.capabilities.outputSampleRateHz, to.sampleRateHz);
  const speech = new WatchedSpeech(new ConvertedSpeech(to.speech, converter));
  const stop = new AbortController();
  try {
    const conversation = await adapter.open({
      accountId: announcement.accountId,
      possibleActions: new Set(),
      mode: announcement.mode,
      agent: announcing(agent.agent, text),
      speech,
      emit: (event) => {
        if (event.kind === 'transcript' && event.speaker === 'agent' && event.final) speech.isWhole = true;
        if (event.kind === 'usage' || event.kind === 'fault') announcement.emit(event);
        if (event.kind === 'failed') stop.abort();
      },
      signal: AbortSignal.any([signal, stop.signal]),
    });
    const isSaid = await speech.said(AbortSignal.any([signal, stop.signal]));
    await conversation.close();
    return isSaid;
  } catch {
    return false;
  } finally {
    converter.close();
  }
}

/** The agent without tools and with no other text: it can only speak. */
const announcing = (agent: AgentDocument, text: string): AgentDocument =>
  uninterruptible({ ...agent, greeting: text, prompt: '', tools: [], builtInTools: [] });

/** Detects the end of the announcement. */
class WatchedSpeech extends SpeechWrapper {
  /** The agent has written all of its speech. */
  isWhole = false;
  private writtenMs: number | undefined;

  override write(samples: Int16Array): void {
    this.writtenMs = performance.now();
    super.write(samples);
  }

  async said(signal: AbortSignal): Promise<boolean> {
    const beganMs = performance.now();
    let quietSinceMs = beganMs;
    while (!signal.aborted) {
      const nowMs = performance.now();
      if (this.speech.queuedMs > 0) quietSinceMs = nowMs;
      const quietMs = nowMs - Math.max(quietSinceMs, this.writtenMs ?? beganMs);
      if (this.writtenMs === undefined && quietMs >= FIRST_WORD_MS) return false;
      const patienceMs = this.isWhole ? TAIL_MS : SILENT_FOR_MS;
      if (this.writtenMs !== undefined && quietMs >= patienceMs) return true;
      await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
    return false;
  }
}
