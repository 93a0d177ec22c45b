import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/index.js';
import { AppConfig } from '../../common/config/index.js';
import { StarterAdapter } from '../../pipeline/index.js';
import {
  Embedder,
  type LanguageModelEntry,
  type ProviderEntries,
  ProviderMessages,
  type ProviderTestResult,
  providerFault,
  type ServiceName,
  type ServiceTestResult,
  SERVICES,
} from '../../providers/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import { AccountAnswerers } from '../account-answerers.js';
import type { EngagedProviders } from '../provider-adapters.js';
import { faultInWords } from './fault-words.js';
import {
  type Attempt,
  tooLate,
  tryEmbeddings,
  tryEndToEnd,
  tryLanguageModel,
  trySpeech,
  tryTranscription,
} from './service-tests.js';

/** Tests each service of a provider with a small request, made the way calls make it. */
@Injectable()
export class ProviderTester {
  constructor(
    private readonly answerers: AccountAnswerers,
    private readonly starter: StarterAdapter,
    private readonly messages: ProviderMessages,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /**
   * Undefined if the account has no provider of that name. A failed test is a result: it only throws if PostgreSQL is
   * unavailable.
   */
  async test(accountId: string, name: string): Promise<ProviderTestResult | undefined> {
    const engaged = await this.answerers.engaged(accountId);
    const offered = SERVICES.filter((service) => engaged.entries[service].has(name));
    if (offered.length === 0) return undefined;
    const testedAt = this.clock.now().toISOString();
    const services = await Promise.all(
      offered.map((service) => this.testService(engaged, service, name, accountId)),
    );
    return { ok: services.every(({ ok }) => ok), testedAt, services };
  }

  private async testService(
    engaged: EngagedProviders,
    service: ServiceName,
    name: string,
    accountId: string,
  ): Promise<ServiceTestResult> {
    const beganAtMs = performance.now();
    const signal = AbortSignal.timeout(this.config.providers.providerTestTimeoutMs);
    const totalMs = () => Math.round(performance.now() - beganAtMs);
    try {
      const attempt = this.attempt(engaged, service, name, accountId, signal);
      const [{ message, firstResultMs }, models] = await Promise.all([
        beforeAbort(attempt, signal),
        this.modelsOf(engaged.entries, service, name, signal),
      ]);
      return { service, ok: true, message, firstResultMs, totalMs: totalMs(), ...(models && { models }) };
    } catch (error) {
      return { service, ok: false, ...faultInWords(error), totalMs: totalMs() };
    }
  }

  private async attempt(
    engaged: EngagedProviders,
    service: ServiceName,
    name: string,
    accountId: string,
    signal: AbortSignal,
  ): Promise<Attempt> {
    if (service === 'endToEnd') {
      const kind = engaged.configured.endToEnd.get(name);
      const adapter = engaged.adapters.find((candidate) => candidate.name === kind);
      if (adapter) return await tryEndToEnd(adapter, name, accountId, signal);
      throw notLoaded();
    }
    if (service === 'embeddings') return await this.tryEmbeddings(engaged, name, signal);
    const members = await engaged.members.get();
    const engines = () => this.starter.load();
    const stt = service === 'stt' ? members.stt.get(name) : undefined;
    if (stt) return await tryTranscription(stt.provider, engines, signal);
    const llm = service === 'llm' ? members.llm.get(name) : undefined;
    if (llm) return await tryLanguageModel(llm.provider, undefined, signal);
    const tts = service === 'tts' ? members.tts.get(name) : undefined;
    if (tts) return await trySpeech(tts.provider, signal);
    throw notLoaded();
  }

  private async tryEmbeddings(
    engaged: EngagedProviders,
    name: string,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const entry = engaged.entries.embeddings.get(name);
    if (!entry) throw notLoaded();
    const { providerTestTimeoutMs } = this.config.providers;
    return await tryEmbeddings(
      new Embedder(name, entry, this.messages.of('openai')),
      providerTestTimeoutMs,
      signal,
    );
  }

  /** The models that a chat server lists; undefined without a list, since not all servers have one. */
  private async modelsOf(
    entries: ProviderEntries,
    service: ServiceName,
    name: string,
    signal: AbortSignal,
  ): Promise<string[] | undefined> {
    const entry = service === 'llm' ? entries.llm.get(name) : undefined;
    return entry && (await this.listModels(entry, signal).catch(() => undefined));
  }

  private async listModels({ url, ...entry }: LanguageModelEntry, signal: AbortSignal): Promise<string[]> {
    const { providerTestTimeoutMs } = this.config.providers;
    const { listModels } = await import('../../providers/model-lists/model-lists.js');
    const server = { apiKey: entry.apiKey, outbound: entry.outbound, messages: this.messages.of('openai') };
    return listModels({ service: 'llm', kind: 'openai', url }, server, providerTestTimeoutMs, signal);
  }
}

/** Some providers check a signal only between steps. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const late = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(tooLate()), { once: true }),
  );
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw signal.aborted ? tooLate() : error;
  }
}

const notLoaded = () => new AgentFault(providerFault.unreachable, 'It is not loaded on this instance', false);
