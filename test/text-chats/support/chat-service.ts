import type { AgentDocument } from '../../../src/agent-document/index.js';
import { type Brain, OpenAiStandIn } from '../../stand-ins/index.js';
import { useModel } from '../../support/account-model.js';
import { sharedApp, type TestAccount, type TestApp } from '../../support/app.js';
import { type HttpAnswer, httpClient } from '../../support/http.js';

export const WITH_MODEL: AgentDocument = {
  schemaVersion: 1,
  greeting: 'Hello.',
  prompt: 'You take bookings of {{caller | nobody}}.',
  models: { traditional: { llm: { provider: 'openai' } } },
  builtInTools: ['hang_up'],
};

/** Calls the requested tool; words for slowness and failure take effect. */
/** With visual-only Markdown. */
export const MENU =
  '## Menu 🍵\n\n- **Tea**, 2.50 €\n- Coffee\n\n| Day | Hours |\n|---|---|\n| Monday | 9-5 |\n\nSee [our page](https://a.example/menu).';

const brain: Brain = ({ history, instructions, tools }) => {
  const last = history.at(-1);
  if (last?.role === 'tool') return { kind: 'say', text: `The tool said ${last.output}` };
  const words = last?.text ?? '';
  if (words.includes('bye')) return { kind: 'call', name: 'hang_up', arguments: '{"reason":"done"}' };
  const [ofServer] = tools.filter((name) => name.startsWith('sky_'));
  if (words.includes('weather') && ofServer)
    return { kind: 'call', name: ofServer, arguments: '{"city":"Bern"}' };
  if (words.includes('look up')) return { kind: 'call', name: 'look_up', arguments: '{"guests":2}' };
  if (words.includes('menu')) return { kind: 'say', text: MENU };
  if (words.includes('how many'))
    return { kind: 'say', text: `So far: ${history.filter(({ role }) => role === 'user').length}.` };
  return { kind: 'say', text: `First sentence. Then this: ${words} (${instructions})` };
};

/** Accounts with agents on a language model stand-in, one per test. */
export class ChatService {
  readonly call: ReturnType<typeof httpClient>;
  account: TestAccount = { accountId: '', email: '' };
  key = '';

  private constructor(
    readonly model: OpenAiStandIn,
    readonly service: TestApp,
  ) {
    this.call = httpClient(service.baseUrl);
  }

  /** @param failing Numbers of requests the model answers with an error. */
  static async start(failing: ReadonlySet<number> = new Set()): Promise<ChatService> {
    const behaviour = (index: number) => (failing.has(index) ? ('error' as const) : ('normal' as const));
    const model = await OpenAiStandIn.start({ brain, behaviour });
    return new ChatService(model, sharedApp());
  }

  /** A new account without earlier state. */
  async renew(): Promise<void> {
    this.account = await this.service.createAccount();
    this.key = await this.service.createKey(this.account);
    await useModel(this.service, this.key, this.model.url, 'openai');
  }

  /** @param id The conversation; empty starts one. */
  chat(agentId: string, body: object, id = '', asked = this.call): Promise<HttpAnswer> {
    return asked('POST', `/v1/agents/${agentId}/debug-chat${id && `/${id}`}`, { key: this.key, body });
  }

  async close(): Promise<void> {
    await this.service.close();
    await this.model.close();
  }
}
