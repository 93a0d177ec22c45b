import type { NewConversation } from '../../src/conversations/index.js';
import { countsOf } from '../control/stored-bytes.js';
import { sharedApp, type TestAccount, type TestApp } from '../support/app.js';
import { type HttpRequest, httpClient } from '../support/http.js';
import { newConversation } from './support/new-conversation.js';

const CALLER = '+441632960001';
const DAY_MS = 86_400_000;

describe('inbox', () => {
  let service: TestApp;
  let account: TestAccount;
  let key: string;

  beforeAll(() => {
    service = sharedApp();
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
  });

  const send = (method: string, path: string, body?: HttpRequest['body'], by = key) =>
    httpClient(service.baseUrl)(method, `/v1${path}`, { key: by, ...(body !== undefined && { body }) });

  async function conversation(details: Partial<NewConversation> = {}): Promise<string> {
    const { accountId } = account;
    const startedAt = details.startedAt ?? new Date();
    const inService = service.module<typeof import('./support/in-service.js')>(
      'test/conversations/support/in-service.ts',
    );
    const id = await inService.begin(newConversation({ accountId, caller: CALLER, ...details, startedAt }));
    await inService.end(id, new Date(startedAt.getTime() + 1_000), 'Good morning.');
    return id;
  }

  const idsOf = async (query: string): Promise<string[]> =>
    (await send('GET', `/conversations${query}`)).body.conversations.map(({ id }: { id: string }) => id);

  it('keeps comments and tags of a conversation, and finds it by its tags', async () => {
    const id = await conversation();
    await conversation();
    const comment = await send('POST', `/conversations/${id}/comments`, { text: 'Ask for the name.' });
    expect([comment.status, comment.body.text]).toEqual([201, 'Ask for the name.']);
    const tags = ['New patient', '100 %'];
    expect((await send('PUT', `/conversations/${id}/tags`, { tags })).body).toEqual({ tags });
    const read = (await send('GET', `/conversations/${id}`)).body.conversation;
    expect(read).toMatchObject({ tags, comments: [comment.body] });
    expect(await idsOf('?tag=New%20patient')).toEqual([id]);
    expect(await idsOf('?tag=New')).toEqual([]);
    const csv = await send('GET', '/conversations/export?format=csv&tag=New%20patient');
    expect(csv.body).toContain('"New patient, 100 %"');

    expect((await send('DELETE', `/conversations/${id}/comments/${comment.body.id}`)).status).toBe(204);
    const gone = await send('DELETE', `/conversations/${id}/comments/${comment.body.id}`);
    expect([gone.status, gone.body.error_code]).toEqual([404, 'COMMENT_NOT_FOUND']);
  });

  it.each<[string, string, object]>([
    ['POST', 'comments', { text: '   ' }],
    ['POST', 'comments', { text: 'x'.repeat(2_001) }],
    ['PUT', 'tags', { tags: ['twice', 'twice'] }],
    ['PUT', 'tags', { tags: ['\u202e'] }],
    ['PUT', 'tags', { tags: Array.from({ length: 21 }, (_, at) => `${at}`) }],
    ['PUT', 'tags', {}],
  ])('refuses %s %s of %j with the field', async (method, path, body) => {
    const id = await conversation();
    const answer = await send(method, `/conversations/${id}/${path}`, body);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/text|tags/)]);
  });

  it('hides conversations, comments and filters from other accounts', async () => {
    const id = await conversation();
    const comment = await send('POST', `/conversations/${id}/comments`, { text: 'Ours.' });
    const filter = await send('POST', '/saved-filters', { name: 'Ours', filter: {} });
    const stranger = await service.createKey(await service.createAccount());
    const refused = [
      await send('POST', `/conversations/${id}/comments`, { text: 'Mine.' }, stranger),
      await send('DELETE', `/conversations/${id}/comments/${comment.body.id}`, undefined, stranger),
      await send('PUT', `/conversations/${id}/tags`, { tags: [] }, stranger),
      await send('DELETE', `/saved-filters/${filter.body.id}`, undefined, stranger),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await send('GET', '/saved-filters', undefined, stranger)).body.savedFilters).toEqual([]);
  });

  it('counts the bytes of comments, and erases them with the caller, also from the audit log', async () => {
    const id = await conversation();
    for (const text of ['Peter called.', 'Peter again.'])
      await send('POST', `/conversations/${id}/comments`, { text });
    await send('PUT', `/conversations/${id}/tags`, { tags: ['Peter'] });
    const { counted, stored } = await countsOf(service, account.accountId);
    expect(counted).toEqual(stored);
    await send('DELETE', `/conversations?caller=${encodeURIComponent(CALLER)}`);
    const { accountId } = account;
    expect(await service.prisma.conversationComment.count({ where: { accountId } })).toBe(0);
    const log = await service.prisma.auditEntry.findMany({ where: { accountId } });
    expect(log.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['conversation.comment', 'conversation.tag']),
    );
    expect(JSON.stringify(log)).not.toContain('Peter');
    const after = await countsOf(service, accountId);
    expect(after.counted).toEqual(after.stored);
  });

  it('saves filters by name, in words that the list takes', async () => {
    const old = await conversation({ startedAt: new Date(Date.now() - 8 * DAY_MS) });
    const recent = await conversation();
    const saved = await send('POST', '/saved-filters', { name: 'Week', filter: { days: 30 } });
    const again = await send('POST', '/saved-filters', {
      name: 'Week',
      filter: { days: 7, withErrors: false },
    });
    expect([again.status, again.body]).toEqual([
      201,
      { id: saved.body.id, name: 'Week', filter: { days: 7, withErrors: false } },
    ]);
    const { savedFilters } = (await send('GET', '/saved-filters')).body;
    expect(savedFilters).toEqual([again.body]);
    expect(await idsOf(`?${new URLSearchParams(savedFilters[0].filter)}`)).toEqual([recent]);
    expect(await idsOf('?days=30')).toEqual([recent, old]);

    const wrong = await send('POST', '/saved-filters', { name: 'Wrong', filter: { outcome: 'bad' } });
    expect([wrong.status, wrong.body.error]).toEqual([400, expect.stringContaining('outcome')]);
    expect((await send('DELETE', `/saved-filters/${saved.body.id}`)).status).toBe(204);
  });
});
