import { defaultStarterDocument } from '../../src/pipeline/starter/index.js';
import { IntentMatcher } from '../../src/pipeline/llm/intents/intent-matcher.js';
import {
  DeepgramStandIn,
  defaultBrain,
  OpenAiStandIn,
  RealtimeStandIn,
  type Brain,
} from '../../test/stand-ins/index.js';
import { synthesise } from '../../test/stand-ins/audio/synthesis.js';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { CallerVoice } from './caller-voice.js';

/** Sample rate of OpenAI's servers, and so of their stand-ins. */
const PROVIDER_RATE_HZ = 24_000;

/** Longer turns would take the recognizer longer than servers with a GPU take; no caller here says more. */
const LONGEST_HEARD_S = 4;

export interface StandInAgents {
  /** Settings with which the service uses them. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface StandInAgentsOptions {
  /** Simulated provider latency: the first token of an answer, and the first audio of a sentence. */
  readonly firstTokenMs?: number;
  readonly firstAudioMs?: number;
  /** Supplies known transcripts of callers; everything else is recognized. */
  readonly knownWords?: (samples: Int16Array, sampleRateHz: number) => Promise<string | undefined>;
  /** Whether the cascade's recognizer is streaming, or takes whole turns. */
  readonly streams?: boolean;
  /** The answering agent, in place of the starter agent's questions and answers. */
  readonly document?: AgentDocument;
}

/**
 * Stand-ins for the servers of both modes. They use the built-in recognizer and answer as the starter agent would, so
 * that all agents are measured with the same dialogues.
 */
export async function startStandInAgents({
  firstTokenMs = 0,
  firstAudioMs = 0,
  knownWords,
  streams = false,
  document = defaultStarterDocument(),
}: StandInAgentsOptions = {}): Promise<StandInAgents> {
  // A separate recognizer, so that the caller's work does not delay the agents.
  const voice = new CallerVoice();
  await voice.prepare();
  await rehearse(document);
  const matcher = new IntentMatcher(document.intents ?? []);
  const brain: Brain = (input) => {
    const last = input.history.at(-1);
    if (last?.role !== 'user') return defaultBrain(input);
    return { kind: 'say', text: matcher.match(last)?.intent.reply ?? document.fallbackReply ?? '' };
  };
  const ears = async (samples: Int16Array, sampleRateHz: number) => {
    const known = await knownWords?.(samples, sampleRateHz);
    if (known !== undefined) return known;
    const latest = samples.subarray(-LONGEST_HEARD_S * sampleRateHz);
    return (await voice.wordsOf({ samples: latest, sampleRateHz })).join(' ');
  };
  const http = await OpenAiStandIn.start({ brain, ears, firstTokenMs, firstAudioMs });
  const realtime = await RealtimeStandIn.start({ brain, ears });
  const deepgram = await DeepgramStandIn.start({ ears });
  const stt: Record<string, string> = streams
    ? { DEEPGRAM_URL: deepgram.url, DEEPGRAM_API_KEY: 'stand-in' }
    : { STT_URL: http.url };
  return {
    env: { LLM_URL: http.url, ...stt, TTS_URL: http.url, REALTIME_URL: realtime.url },
    async close() {
      await Promise.all([http.close(), realtime.close(), deepgram.close(), voice.close()]);
    },
  };
}

/** Synthesizes all answers once, since stand-ins cache speech: synthesis time should not be measured. */
async function rehearse({ greeting = '', intents = [], fallbackReply = '' }: AgentDocument): Promise<void> {
  for (const text of [greeting, fallbackReply, ...intents.map(({ reply }) => reply)]) {
    for (const spoken of [text, ...text.split(/(?<=[.!?])\s+/)]) {
      if (spoken !== '') await synthesise(spoken, PROVIDER_RATE_HZ);
    }
  }
}
