import { setTimeout as sleep } from 'node:timers/promises';
import { type AgentDocument, uninterruptible } from '../agent-document/index.js';
import { loadResampler } from '../common/audio/index.js';
import type { SampleRateHz, SpeechQueue } from '../media/index.js';
import type { AgentContext, AgentEvent } from '../voice/agent-adapter.js';
import { ConvertedSpeech, RateConverter } from './rate-bridge.js';
import { SpeechWrapper } from './speech-wrapper.js';
import type { Successor } from './successors.js';

const LOOK_MS = 50;
/** A pause within what is said is shorter. */
const SILENT_FOR_MS = 1_500;
/** What was not begun by then never is. */
const FIRST_WORD_MS = 10_000;
/** The agent has said that it is done; its last samples are on their way. */
const TAIL_MS = 200;

export interface Announcement extends Pick<AgentContext, 'accountId' | 'mode'> {
  /** Whose voice it is. */
  readonly agent: Successor;
  readonly text: string;
  /** Who hears it. */
  readonly to: { readonly speech: SpeechQueue; readonly sampleRateHz: SampleRateHz };
  /** What it costs, and what goes wrong. */
  readonly emit: (event: AgentEvent) => void;
  /** Aborted when nobody listens any more. */
  readonly signal: AbortSignal;
}

/**
 * Has an agent say one thing to somebody who is not its caller, in its own voice, and listen to nobody.
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

/** Only a voice is left of the agent: it can do nothing, and has nothing else to say. */
const announcing = (agent: AgentDocument, text: string): AgentDocument =>
  uninterruptible({ ...agent, greeting: text, prompt: '', tools: [], builtInTools: [] });

/** Knows when what was to be said has been said. */
class WatchedSpeech extends SpeechWrapper {
  /** The agent has no more to say. */
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
