import { type AgentDocument, DocumentAdvice } from '../agent-document/index.js';
import type { AgentAdapter, AgentMode } from '../voice/agent-adapter.js';
import { NobodyAdapter } from './nobody.adapter.js';
import { providerWarnings } from './provider-warnings.js';
import { type ConfiguredProviders, whoAnswers } from './who-answers.js';

/** An adapter that can hold a conversation in text. */
export type TextAdapter = AgentAdapter & Required<Pick<AgentAdapter, 'openText'>>;

/** Finds who answers. */
export class AdapterRegistry {
  /**
   * @param adapters All of this instance.
   * @param configured What they can be asked for.
   */
  constructor(
    private readonly adapters: readonly AgentAdapter[],
    private readonly configured: ConfiguredProviders,
    advice: DocumentAdvice,
  ) {
    advice.register((document) => providerWarnings(document, configured));
  }

  /** The adapter for the document; one that always fails if the instance lacks what it names. */
  find(mode: AgentMode, agent: AgentDocument): AgentAdapter {
    const answerer = whoAnswers(mode, agent, this.configured);
    if (answerer.kind === 'nobody') return new NobodyAdapter(answerer.problems);
    const found = this.adapters.find(({ name }) => name === answerer.name);
    return found?.serves(mode, agent) ? found : new NobodyAdapter([]);
  }

  /** Like `find`; undefined if that adapter can't hold a conversation in text. */
  findForText(mode: AgentMode, agent: AgentDocument): TextAdapter | undefined {
    const adapter = this.find(mode, agent);
    return holdsText(adapter) ? adapter : undefined;
  }
}

const holdsText = (adapter: AgentAdapter): adapter is TextAdapter => adapter.openText !== undefined;
