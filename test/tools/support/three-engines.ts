import type { AgentDocument } from '../../../src/agent-document/index.js';
import {
  type Brain,
  type Ears,
  GeminiStandIn,
  OpenAiStandIn,
  RealtimeStandIn,
} from '../../stand-ins/index.js';
import { httpClient } from '../../support/http.js';
import type { ServiceProcess } from '../../support/service-process.js';

const stage = { provider: 'openai' };

/** The engines: how calls request them, and what makes a document use them. */
export const ENGINES = [
  { name: 'cascade', mode: 'traditional', models: { traditional: { stt: stage, llm: stage, tts: stage } } },
  { name: 'realtime', mode: 'end-to-end', models: { endToEnd: { provider: 'openai' } } },
  { name: 'gemini', mode: 'end-to-end', models: { endToEnd: { provider: 'gemini' } } },
] as const;

export type EngineName = (typeof ENGINES)[number]['name'];

/** Stand-ins for the providers of all three engines, with one recognizer and brain. */
export class ThreeEngines {
  private constructor(
    private readonly openAi: OpenAiStandIn,
    private readonly realtime: RealtimeStandIn,
    private readonly gemini: GeminiStandIn,
  ) {}

  static async start(brain: Brain, ears: (engine: EngineName) => Ears): Promise<ThreeEngines> {
    return new ThreeEngines(
      await OpenAiStandIn.start({ brain, ears: ears('cascade') }),
      await RealtimeStandIn.start({ brain, ears: ears('realtime') }),
      await GeminiStandIn.start({ brain, ears: ears('gemini') }),
    );
  }

  /** Settings for a service to use them. */
  get settings(): Readonly<Record<string, string>> {
    const { openAi, realtime, gemini } = this;
    return {
      STT_URL: openAi.url,
      LLM_URL: openAi.url,
      TTS_URL: openAi.url,
      REALTIME_URL: realtime.url,
      GEMINI_URL: gemini.url,
      GEMINI_API_KEY: 'any',
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.openAi, this.realtime, this.gemini].map((standIn) => standIn.close()));
  }
}

/** Publishes the agent per engine, as a copy of the demo agent. @returns Connector tokens by engine. */
export async function publishForEach(
  { baseUrl, agentId: demoAgent, apiKey: key }: ServiceProcess,
  document: Omit<AgentDocument, 'schemaVersion' | 'models'>,
): Promise<ReadonlyMap<EngineName, string>> {
  const call = httpClient(baseUrl);
  const tokens = new Map<EngineName, string>();
  for (const { name, models } of ENGINES) {
    const copy = await call('POST', `/v1/agents/${demoAgent}/duplicate`, {
      key,
      body: { newAgentName: name },
    });
    const agent = `/v1/agents/${String(copy.body.agentId)}`;
    const { revision } = (await call('GET', `${agent}/draft`, { key })).body;
    const body = { revision, document: { schemaVersion: 1, ...document, models } };
    expect([name, (await call('PUT', `${agent}/draft`, { key, body })).status]).toEqual([name, 200]);
    const environment = { environment: 'sandbox' };
    const published = await call('POST', `${agent}/deployments/publish`, { key, body: environment });
    expect([name, published.status]).toEqual([name, 201]);
    const connector = { name, clientEnv: 'sandbox' };
    const made = await call('POST', `${agent}/telephony/connectors`, { key, body: connector });
    tokens.set(name, String(made.body.token));
  }
  return tokens;
}
