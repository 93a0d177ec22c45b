import {
  type AdapterCapabilities,
  type AgentAdapter,
  type AgentConversation,
  AgentFault,
} from '../voice/agent-adapter.js';

/** Loops the caller's audio back for connectivity tests. The media worker does it; no audio passes through here. */
export class EchoAdapter implements AgentAdapter {
  readonly name = 'echo';
  readonly capabilities: AdapterCapabilities = {
    modes: ['echo'],
    inputSampleRateHz: 48_000,
    outputSampleRateHz: 48_000,
    loopsInMedia: true,
  };

  serves(): boolean {
    return true;
  }

  open(): Promise<AgentConversation> {
    return Promise.reject(new AgentFault('LOOPED_IN_MEDIA', 'An echo call has no conversation.', false));
  }
}
