import { pdfBomb } from '../knowledge/pdf-files.js';
import { sharedApp } from '../support/app.js';
import { until } from '../support/until.js';
import { describeFairQueues } from './fair-queues.js';

describe('on one instance', () => {
  const app = sharedApp();
  afterAll(() => app.close());

  describeFairQueues(() => ({ apps: [app], analyses: 4, testCases: 4, embeddings: 2 }));

  /** An account with an agent that accepts documents. */
  async function tenant() {
    const account = await app.createAccount();
    const [key, agentId] = [await app.createKey(account), await app.createAgent(account)];
    const path = `/v1/agents/${agentId}/branches/main/knowledge-base/documents`;
    const inService = app.module<typeof import('./in-service.js')>('test/control/in-service.ts');
    return {
      send: async (name: string, type: string, content: BodyInit, signal: AbortSignal) => {
        const request = { method: 'POST', headers: { 'x-api-key': key, 'content-type': type } };
        const response = await fetch(`${app.baseUrl}${path}?name=${name}`, {
          ...request,
          body: content,
          signal,
        });
        return response.status;
      },
      documents: () => inService.documents(account.accountId),
    };
  }

  it("an account's first document is read next, and an aborted one is read no further", async () => {
    const [busy, other] = [await tenant(), await tenant()];
    const [first, rest] = [new AbortController(), new AbortController()];
    const bomb = new Uint8Array(pdfBomb(2_000_000_000));
    const send = (name: string, { signal }: AbortController) =>
      busy.send(name, 'application/pdf', bomb, signal).catch(() => 'gone');
    const read = send('first', first);
    await until('one is read', async () => (await busy.documents()).read === 1);
    const waiting = ['second', 'third'].map((name) => send(name, rest));
    await until('two wait', async () => (await busy.documents()).waiting === 2);
    const added = other.send('rules', 'text/plain', 'Dogs are welcome.', rest.signal);
    await until('one of the other waits', async () => (await other.documents()).waiting === 1);
    first.abort();
    await until('that of the other is read', async () => (await other.documents()).waiting === 0);
    expect([(await busy.documents()).waiting, await read, await added]).toEqual([2, 'gone', 201]);
    rest.abort();
    expect(await Promise.all(waiting)).toEqual(['gone', 'gone']);
    await until('nothing is read', async () => {
      const left = await busy.documents();
      return left.read + left.waiting === 0;
    });
  });
});
