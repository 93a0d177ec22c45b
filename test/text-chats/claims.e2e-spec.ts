import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentDocument } from '../../src/agent-document/index.js';
import { type Brain, type BrainReply, OpenAiStandIn } from '../stand-ins/index.js';
import { useModel } from '../support/account-model.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { httpClient } from '../support/http.js';

const BOOK = '{"time":"19:00"}';
const LIE = 'Certainly. I have booked your table for seven. Is there anything else?';
const FAILURE = 'I could not book that just now.';

const book: BrainReply = { kind: 'call', name: 'book_table', arguments: BOOK };
const say = (text: string): BrainReply => ({ kind: 'say', text });

/** The reply of the model to its nth request. */
const script =
  (...replies: readonly BrainReply[]): Brain =>
  () =>
    replies[Math.min(asked++, replies.length - 1)] ?? say('');
let asked = 0;

describe('what an agent says that it did', () => {
  let model: OpenAiStandIn;
  let tool: Server;
  let toolStatus = 200;
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let brain: Brain = script(say('Hello.'));

  beforeAll(async () => {
    service = sharedApp();
    call = httpClient(service.baseUrl);
    model = await OpenAiStandIn.start({ brain: (input) => brain(input) });
    tool = createServer((_request, response) => response.writeHead(toolStatus).end('{"reference":"R-1"}'));
    await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve));
    account = await service.createAccount();
    key = await service.createKey(account);
    await useModel(service, key, model.url, 'openai');
  });
  afterAll(async () => {
    await service?.close();
    await model?.close();
    tool?.close();
  });

  async function chat(
    claimCheck: AgentDocument['claimCheck'],
    status: number,
    ...replies: readonly BrainReply[]
  ) {
    asked = 0;
    brain = script(...replies);
    toolStatus = status;
    const agentId = await service.createAgent(account, {
      schemaVersion: 1,
      prompt: 'You book tables.',
      models: { traditional: { llm: { provider: 'openai' } } },
      tools: [
        {
          name: 'book_table',
          description: 'Books a table.',
          parameters: { type: 'object', properties: { time: { type: 'string' } } },
          http: { method: 'POST', url: `http://127.0.0.1:${(tool.address() as AddressInfo).port}/` },
        },
      ],
      ...(claimCheck && { claimCheck }),
    });
    const body = { clientEnv: 'draft', message: 'a table at seven, please' };
    const { body: answer } = await call('POST', `/v1/agents/${agentId}/debug-chat`, { key, body });
    const { body: record } = await call('GET', `/v1/conversations/${answer.conversationId}`, { key });
    const events: { kind: string; details: object }[] = record.conversation.events;
    return {
      response: answer.response as string,
      claims: events.filter(({ kind }) => kind === 'claim').map(({ details }) => details),
      calls: events.filter(({ kind }) => kind === 'tool-call').map(({ details }) => details),
    };
  }

  it('is said and recorded as unproven by default', async () => {
    const { response, claims } = await chat(undefined, 200, say(LIE));
    expect(response).toBe(LIE);
    expect(claims).toMatchObject([
      { claim: 'done', tool: 'book_table', verdict: 'unproven', reason: 'no-call', said: true },
    ]);
  });

  it('is recorded with the call that proves it', async () => {
    const { claims, calls } = await chat(undefined, 200, book, say(LIE));
    expect(claims).toMatchObject([
      { verdict: 'proven', callId: (calls[0] as { id: string }).id, said: true },
    ]);
  });

  it('is not recorded where the document turns that off', async () => {
    const { response, claims } = await chat({ mode: 'off' }, 200, say(LIE));
    expect([response, claims]).toEqual([LIE, []]);
  });

  it('is withheld with `hold`, and the model may call the tool and say it then', async () => {
    const { response, claims } = await chat({ mode: 'hold' }, 200, say(LIE), book, say(LIE));
    expect(response).toBe(`Certainly. ${LIE}`);
    expect(claims).toMatchObject([
      { verdict: 'unproven', said: false },
      { verdict: 'proven', said: true },
    ]);
    expect(JSON.stringify(model.requests.at(-3)?.body)).not.toContain('was withheld');
    expect(JSON.stringify(model.requests.at(-2)?.body)).toContain('was withheld');
  });

  it('is replaced by the words of the document where the model insists', async () => {
    const { response, claims } = await chat({ mode: 'hold', onFailure: FAILURE }, 200, say(LIE));
    expect(response).toBe(`Certainly. Certainly. ${FAILURE}`);
    expect(claims).toMatchObject([{ said: false }, { said: false }]);
  });

  it('waits for the call that the same message makes', async () => {
    const both: BrainReply = {
      kind: 'call',
      name: 'book_table',
      arguments: BOOK,
      text: 'I have booked it for seven.',
    };
    const done = await chat({ mode: 'hold' }, 200, both, say('Goodbye.'));
    expect(done.response).toBe('I have booked it for seven. Goodbye.');
    const failed = await chat({ mode: 'hold', onFailure: FAILURE }, 409, both, say('It is booked.'));
    expect(failed.response).toBe(FAILURE);
    expect(failed.claims).toMatchObject([{ reason: 'failed' }, { reason: 'failed' }]);
  });

  it('is compared with the values of the call', async () => {
    const eight = say('Your table is booked for eight.');
    const { response, claims } = await chat(
      { mode: 'hold' },
      200,
      book,
      eight,
      say('Your table is booked for seven.'),
    );
    expect(response).toBe('Your table is booked for seven.');
    expect(claims).toMatchObject([{ reason: 'other-values', said: false }, { verdict: 'proven' }]);
  });

  it('also means prices that no source has', async () => {
    const { response, claims } = await chat(
      { mode: 'hold' },
      200,
      say('That is 35 euros.'),
      say('I do not know the price.'),
    );
    expect(response).toBe('I do not know the price.');
    expect(claims).toMatchObject([{ claim: 'value', values: ['35 euros'], said: false }]);
  });
});
