import type { VoiceActivityDetector } from '../../../src/voice/caller/index.js';
import {
  type Brain,
  type Ears,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
} from '../../stand-ins/index.js';
import { keep } from '../../support/scoped.js';
import { cascadeAdapter, geminiAdapter, openAiEntries, realtimeAdapter } from './adapters.js';
import { TestCall } from './test-call.js';

export const ENGINES = ['cascade', 'realtime', 'gemini'] as const;

export type Engine = (typeof ENGINES)[number];

type Agent = Parameters<typeof TestCall.open>[1];

/** A call through one engine to a stand-in. The test must be one of `alone` or `atOnce`. */
export async function callThrough(
  engine: Engine,
  detector: VoiceActivityDetector,
  options: { readonly brain: Brain; readonly ears?: Ears },
  agent: Agent,
  before?: Parameters<typeof TestCall.open>[3],
): Promise<TestCall> {
  if (engine === 'cascade') {
    const standIn = keep(await OpenAiStandIn.start(options));
    const adapter = await cascadeAdapter(detector, openAiEntries({ openai: standIn }));
    return keep(await TestCall.open(adapter, agent, 'traditional', before));
  }
  if (engine === 'realtime') {
    const standIn = keep(await RealtimeStandIn.start(options));
    return keep(await TestCall.open(realtimeAdapter(standIn.url), agent));
  }
  const standIn = keep(await GeminiStandIn.start(options));
  return keep(await TestCall.open(geminiAdapter(standIn.url), agent));
}
