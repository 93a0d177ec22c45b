import type { DocumentWarning } from '../agent-document/index.js';
import {
  type AdapterCapabilities,
  type AgentAdapter,
  type AgentConversation,
  AgentFault,
} from '../voice/agent-adapter.js';
import type { TextConversation } from '../voice/text-conversation.js';

/** For documents that this instance cannot serve: their calls end with the reason on record. */
export class UnavailableAgentAdapter implements AgentAdapter {
  readonly name = 'nobody';
  readonly capabilities: AdapterCapabilities = {
    modes: ['end-to-end', 'traditional'],
    inputSampleRateHz: 16_000,
    outputSampleRateHz: 16_000,
    loopsInMedia: false,
  };

  constructor(private readonly problems: readonly DocumentWarning[]) {}

  serves(): boolean {
    return true;
  }

  open(): Promise<AgentConversation> {
    return Promise.reject(this.fault());
  }

  openText(): Promise<TextConversation> {
    return Promise.reject(this.fault());
  }

  private fault(): AgentFault {
    const [problem] = this.problems;
    const message = this.problems.map((each) => `${each.path}: ${each.message}`).join('; ');
    const code = problem?.code === 'MODEL_NOT_CONFIGURED' ? problem.code : 'PROVIDER_NOT_CONFIGURED';
    return new AgentFault(code, message, false);
  }
}
