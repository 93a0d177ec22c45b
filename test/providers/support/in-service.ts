// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import type { AgentDocument } from '../../../src/agent-document/index.js';
import { AdapterRegistry } from '../../../src/answering/index.js';
import type { CallRequest } from '../../../src/call-admission/admission.js';
import { AdmissionService } from '../../../src/call-admission/admission.service.js';
import { TextJudge } from '../../../src/test-sets/judge/text-judge.js';
import type { AgentAdapter, AgentMode } from '../../../src/voice/agent-adapter.js';
import { LocalServers } from '../../../src/providers/index.js';
import { TestCall } from './test-call.js';

/** In place of the addresses at which model servers listen by default. */
export function lookForModelsAt(app: INestApplication, urls: readonly string[]): void {
  const servers = urls.map((url) => ({ preset: 'ollama', title: 'Ollama', url }));
  Object.assign(app.get(LocalServers, { strict: false }), { servers });
}

/** The adapter that answers the agent's calls. */
export async function adapterOf(
  app: INestApplication,
  accountId: string,
  mode: AgentMode,
  agent: AgentDocument,
): Promise<string> {
  return (await app.get(AdapterRegistry).find(accountId, mode, agent)).name;
}

/** The agent's reply in a text conversation. */
export async function answerInText(
  app: INestApplication,
  accountId: string,
  agent: AgentDocument,
  words: string,
): Promise<string> {
  const adapter = await app.get(AdapterRegistry).findForText(accountId, 'traditional', agent);
  if (!adapter) throw new Error('No adapter answers in text.');
  const { signal } = new AbortController();
  const tools = { kind: 'rehearsed', accountId, answer: () => '' } as const;
  const conversation = await adapter.openText({ agent, tools, signal });
  try {
    return (await conversation.say(words)).replies.join(' ');
  } finally {
    await conversation.close();
  }
}

export function judge(app: INestApplication, accountId: string, criterion: string) {
  return app.get(TextJudge, { strict: false }).judge(criterion, [], accountId, new AbortController().signal);
}

/** The agent an offer reaches. @throws Error when it is rejected */
export async function admittedAgent(app: INestApplication, offer: CallRequest): Promise<AgentDocument> {
  return (await admitted(app, offer)).agent;
}

/** The agent's words in the call of an offer: its greeting, and a reply if the caller types something. */
export async function wordsInCall(
  app: INestApplication,
  offer: CallRequest,
  written?: string,
): Promise<string[]> {
  const { adapter, agent, mode } = await admitted(app, offer);
  return inCall(adapter, agent, mode, async (call) => {
    if (written !== undefined) call.write(written);
    await call.untilAgentSaid(1);
    return call.words('agent');
  });
}

/** A spoken call: greeting, one sentence by the caller, and the reply. */
export async function spokenCall(
  app: INestApplication,
  accountId: string,
  mode: AgentMode,
  agent: AgentDocument,
  sentence: string,
) {
  const adapter = await app.get(AdapterRegistry).find(accountId, mode, agent);
  return inCall(adapter, agent, mode, async (call) => {
    await call.untilAgentSaid(1);
    await call.say(sentence);
    await call.untilAgentSaid(2);
    return { words: call.words('agent'), faults: call.all('fault') };
  });
}

async function inCall<T>(
  adapter: AgentAdapter,
  agent: AgentDocument,
  mode: AgentMode,
  body: (call: TestCall) => Promise<T>,
): Promise<T> {
  const call = await TestCall.open(adapter, agent, mode);
  try {
    return await body(call);
  } finally {
    await call.close();
  }
}

async function admitted(app: INestApplication, offer: CallRequest) {
  const admission = await app.get(AdmissionService, { strict: false }).admit(offer);
  if (admission.kind !== 'admitted') throw new Error(admission.message);
  return admission;
}
