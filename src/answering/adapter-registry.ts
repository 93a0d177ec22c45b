import { Inject, Injectable } from '@nestjs/common';
import { type AgentDocument, DocumentAdvice, type DocumentWarning } from '../agent-document/index.js';
import type { AgentAdapter, AgentMode } from '../voice/agent-adapter.js';
import { AccountAnswerers } from './account-answerers.js';
import { UnavailableAgentAdapter } from './unavailable-agent.adapter.js';
import { asPublished, type PublishedProviders } from './published-providers.js';
import { providerWarnings } from './provider-warnings.js';
import {
  ANSWERED_MODES,
  chooseAnswerer,
  type ConfiguredProviders,
  unnamedMode,
  withoutFailed,
} from './choose-answerer.js';

/** An adapter that supports text conversations. */
export type TextAdapter = AgentAdapter & Required<Pick<AgentAdapter, 'openText'>>;

/** Cached by document object, because published documents stay the same objects and each publish asks for warnings. */
interface KnownWarnings {
  readonly configured: ConfiguredProviders;
  readonly warnings: readonly DocumentWarning[];
}

/** Selects the adapter for an agent's calls. */
@Injectable()
export class AdapterRegistry {
  constructor(
    @Inject(AccountAnswerers) private readonly answerers: Pick<AccountAnswerers, 'of' | 'configured'>,
    advice: DocumentAdvice,
  ) {
    const known = new WeakMap<AgentDocument, KnownWarnings>();
    advice.register(async (document, accountId) => {
      const configured = await answerers.configured(accountId);
      const before = known.get(document);
      if (before?.configured === configured) return before.warnings;
      const warnings = providerWarnings(document, configured);
      known.set(document, { configured, warnings });
      return warnings;
    });
  }

  /**
   * The adapter for the account's document. If the instance lacks a provider that the document names, an adapter that
   * fails each call.
   */
  async find(accountId: string, mode: AgentMode, agent: AgentDocument): Promise<AgentAdapter> {
    const { adapters, configured } = await this.answerers.of(accountId);
    const answerer = chooseAnswerer(mode, agent, configured);
    if (answerer.kind === 'none') return new UnavailableAgentAdapter(answerer.problems);
    const found = adapters.find(({ name }) => name === answerer.name);
    return found?.serves(mode, agent) ? found : new UnavailableAgentAdapter([]);
  }

  /**
   * The mode, the document as it was published, and its adapter.
   * @param asked Absent: the default mode of calls.
   */
  async resolve(
    accountId: string,
    asked: AgentMode | undefined,
    agent: AgentDocument,
    published: PublishedProviders | undefined,
  ): Promise<{ readonly mode: AgentMode; readonly agent: AgentDocument; readonly adapter: AgentAdapter }> {
    const { configured } = await this.answerers.of(accountId);
    const mode = asked ?? unnamedMode(agent, configuredThen(configured, published));
    const meant = published ? asPublished(agent, mode, published, configured) : agent;
    return { mode, agent: meant, adapter: await this.find(accountId, mode, meant) };
  }

  /**
   * The failover after the document's provider has failed: the document with its remaining providers, and their
   * adapter. Undefined if none is left, or if the adapter handles fallbacks itself.
   */
  async findNext(
    accountId: string,
    mode: AgentMode,
    agent: AgentDocument,
  ): Promise<{ readonly agent: AgentDocument; readonly adapter: AgentAdapter } | undefined> {
    const next = withoutFailed(mode, agent, (await this.answerers.of(accountId)).configured);
    return next && { agent: next, adapter: await this.find(accountId, mode, next) };
  }

  /**
   * Like `resolve`, for text conversations. The default is the traditional mode without STT and TTS; without a language
   * model for it, an end-to-end provider that supports text.
   */
  async resolveText(
    accountId: string,
    asked: AgentMode | undefined,
    agent: AgentDocument,
    published: PublishedProviders | undefined,
  ): ReturnType<AdapterRegistry['resolve']> {
    const traditional = await this.resolve(accountId, asked ?? 'traditional', agent, published);
    if (asked !== undefined || isAble(traditional)) return traditional;
    const endToEnd = await this.resolve(accountId, 'end-to-end', agent, published);
    return isAble(endToEnd) ? endToEnd : traditional;
  }

  /** The modes in which the account's document can be answered. */
  async servedModes(
    accountId: string,
    agent: AgentDocument,
    published: PublishedProviders | undefined,
  ): Promise<AgentMode[]> {
    const resolved = await Promise.all(
      ANSWERED_MODES.map((mode) => this.resolve(accountId, mode, agent, published)),
    );
    return resolved.filter(({ adapter }) => adapter.name !== 'nobody').map(({ mode }) => mode);
  }

  /** Like `find`, but undefined if the adapter does not support text conversations. */
  async findForText(
    accountId: string,
    mode: AgentMode,
    agent: AgentDocument,
  ): Promise<TextAdapter | undefined> {
    const adapter = await this.find(accountId, mode, agent);
    return holdsText(adapter) ? adapter : undefined;
  }
}

const isAble = ({ adapter }: { readonly adapter: AgentAdapter }): boolean =>
  holdsText(adapter) && adapter.name !== 'nobody';

export const holdsText = (adapter: AgentAdapter): adapter is TextAdapter => adapter.openText !== undefined;

/** For documents without a mode, the providers at the time of publishing decide, not those added later. */
function configuredThen(
  now: ConfiguredProviders,
  published: PublishedProviders | undefined,
): ConfiguredProviders {
  if (!published) return now;
  const then = new Set(published.endToEnd.map(({ name }) => name));
  return { ...now, endToEnd: new Map([...now.endToEnd].filter(([name]) => then.has(name))) };
}
