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

/** An adapter that can hold a conversation in text. */
export type TextAdapter = AgentAdapter & Required<Pick<AgentAdapter, 'openText'>>;

/** Published documents stay the same objects for as long as they are kept, and each publish asks. */
interface KnownWarnings {
  readonly configured: ConfiguredProviders;
  readonly warnings: readonly DocumentWarning[];
}

/** Finds the adapter that answers an agent's calls. */
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

  /** The adapter for the account's document; one that always fails if the instance lacks what it names. */
  async find(accountId: string, mode: AgentMode, agent: AgentDocument): Promise<AgentAdapter> {
    const { adapters, configured } = await this.answerers.of(accountId);
    const answerer = chooseAnswerer(mode, agent, configured);
    if (answerer.kind === 'none') return new UnavailableAgentAdapter(answerer.problems);
    const found = adapters.find(({ name }) => name === answerer.name);
    return found?.serves(mode, agent) ? found : new UnavailableAgentAdapter([]);
  }

  /**
   * The mode, the document as it was published, and its adapter.
   * @param asked Absent: the mode of calls that name none.
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
   * The document with the providers that are left once the one that answers it has failed, and their adapter; undefined
   * where nobody is left, or where the adapter has fallbacks of its own.
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
   * As `resolve`, for conversations in text. Where no mode is asked for, that is the traditional way without hearing
   * and speaking, and without a language model for it whoever answers end to end, if it can.
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

  /** The modes in which somebody answers the account's document. */
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

  /** As `find`, or undefined when that adapter can't hold a conversation in text. */
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

/** Where a document names no mode, what there was for it when it was published decides, not what came since. */
function configuredThen(
  now: ConfiguredProviders,
  published: PublishedProviders | undefined,
): ConfiguredProviders {
  if (!published) return now;
  const then = new Set(published.endToEnd.map(({ name }) => name));
  return { ...now, endToEnd: new Map([...now.endToEnd].filter(([name]) => then.has(name))) };
}
