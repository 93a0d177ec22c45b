import { Inject, Injectable } from '@nestjs/common';
import type { AgentDocument } from '../agent-document/index.js';
import type { AgentAdapter, AgentMode } from '../voice/agent-adapter.js';

/** All adapters of this instance, the preferred ones first. */
export const AGENT_ADAPTERS = Symbol('agent adapters');

/** An adapter that can hold a conversation in text. */
export type TextAdapter = AgentAdapter & Required<Pick<AgentAdapter, 'openText'>>;

/** Finds who answers. */
@Injectable()
export class AdapterRegistry {
  constructor(@Inject(AGENT_ADAPTERS) private readonly adapters: readonly AgentAdapter[]) {}

  /** The first adapter that serves the document in the mode, or undefined when none does. */
  find(mode: AgentMode, agent: AgentDocument): AgentAdapter | undefined {
    return this.adapters.find(
      (adapter) => adapter.capabilities.modes.includes(mode) && adapter.serves(mode, agent),
    );
  }

  /** The first adapter that serves the document in the mode and can hold a conversation in text, or undefined when none does. */
  findForText(mode: AgentMode, agent: AgentDocument): TextAdapter | undefined {
    return this.adapters.find(
      (adapter): adapter is TextAdapter =>
        adapter.openText !== undefined &&
        adapter.capabilities.modes.includes(mode) &&
        adapter.serves(mode, agent),
    );
  }
}
