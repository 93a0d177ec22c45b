import { DocumentSchema } from '../../src/knowledge/documents/document.schema.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestAccount, type TestApp } from '../support/app.js';
import { envelope, httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { pdfBomb, pdfOf } from './pdf-files.js';

const AGENT = {
  schemaVersion: 1 as const,
  prompt: 'You are the front desk.',
  models: { traditional: { llm: { provider: 'openai' } } },
};

const RULES = '# House rules\n\nBe kind.\n\n## Pets\n\nDogs are welcome in all rooms.\n';
const PAGE = `<!doctype html><html><head><title>x</title><style>p { color: red }</style></head>
<body><nav>Home</nav><h1>House rules</h1><script>alert("boo")</script>
<h2>Pets &amp; co</h2><p onclick="steal()">Dogs are <b>welcome</b> in
all rooms.</p><img src="https://tracker.example/x.gif"><iframe src="file:///etc/passwd"></iframe></body></html>`;
const PDF = pdfOf([
  [
    { text: 'House rules', size: 24 },
    { text: 'Be kind to each other in all our rooms, by day and by night.', size: 11 },
    { text: 'Pets', size: 16 },
    { text: 'Dogs are welcome in all rooms. Cats have to ask before.', size: 11 },
  ],
  [{ text: 'Parrots are not, since they tell everything that they hear.', size: 11 }],
]);

describe('documents of an agent', () => {
  let model: OpenAiStandIn;
  let service: TestApp;
  let call: ReturnType<typeof httpClient>;
  let account: TestAccount;
  let key: string;
  let agentId: string;

  beforeAll(async () => {
    const brain = ({ instructions }: { instructions: string }) => ({
      kind: 'say' as const,
      text: instructions,
    });
    model = await OpenAiStandIn.start({ brain, tokenIntervalMs: 0 });
    service = await createTestApp({
      env: {
        LLM_URL: model.url,
        LLM_MODEL: 'stand-in',
        KNOWLEDGE_WAIT_MS: '5000',
        KNOWLEDGE_DOCUMENT_MAX_BYTES: '3000000',
      },
      overrides: {
        quotas: { documentsPerAgent: 3, passagesPerAgent: 150 },
        knowledge: { documentMemoryMib: 300, documentMaxPages: 20 },
      },
    });
    call = httpClient(service.baseUrl);
  });
  afterAll(async () => {
    await service?.close();
    await model?.close();
  });
  beforeEach(async () => {
    account = await service.createAccount();
    key = await service.createKey(account);
    agentId = await service.createAgent(account, AGENT);
  });

  const inService = () => service.module<typeof import('./in-service.js')>('test/knowledge/in-service.ts');
  const documents = (rest = '') => `/v1/agents/${agentId}/branches/main/knowledge-base/documents${rest}`;
  const send = (
    content: string | Buffer,
    type = 'text/markdown',
    { name = 'rules', id = '', headers = {}, as = key } = {},
  ) =>
    call(id === '' ? 'POST' : 'PUT', documents(id === '' ? `?name=${name}` : `/${id}`), {
      key: as,
      rawBody: content,
      headers: { 'content-type': type, ...headers },
    });
  const passages = async (id: string) => (await call('GET', documents(`/${id}/passages`), { key })).body;
  const ask = async (message: string, clientEnv = 'draft') =>
    (await call('POST', `/v1/agents/${agentId}/debug-chat`, { key, body: { clientEnv, message } })).body;

  it('are listed, read, downloaded, replaced and deleted', async () => {
    const { status, body } = await send(RULES);
    expect([status, Object.keys(body).sort()]).toEqual([201, Object.keys(DocumentSchema.properties).sort()]);
    expect(body).toMatchObject({ name: 'rules', mediaType: 'text/markdown', pages: null, passages: 2 });
    expect((await call('GET', documents(), { key })).body).toEqual([body]);
    expect((await call('GET', documents(`/${body.id}`), { key })).body).toEqual(body);
    const file = await call('GET', documents(`/${body.id}/content`), { key });
    expect([file.body, file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      RULES,
      'application/octet-stream',
      'attachment',
    ]);
    const replaced = await send('Cats only.', 'text/plain', { id: body.id });
    expect([replaced.status, replaced.body]).toMatchObject([200, { id: body.id, mediaType: 'text/plain' }]);
    expect(await passages(body.id)).toEqual([{ title: '', text: 'Cats only.' }]);
    expect((await call('DELETE', documents(`/${body.id}`), { key })).status).toBe(204);
    const gone = await call('GET', documents(`/${body.id}`), { key });
    expect([gone.status, gone.body]).toEqual([404, envelope(gone, 'DOCUMENT_NOT_FOUND')]);
  });

  it.each<[string, string, string | Buffer, string]>([
    ['Markdown', 'text/markdown; charset=utf-8', RULES, 'House rules › Pets'],
    [
      'a text of another charset',
      'text/plain; charset=utf-16le',
      Buffer.from(RULES, 'utf16le'),
      'House rules › Pets',
    ],
    ['HTML, without its scripts and links', 'text/html', PAGE, 'House rules › Pets & co'],
    ['PDF, by the size of its letters', 'application/pdf', PDF, 'House rules › Pets'],
  ])("are split at headings of %s and found by callers' words", async (_what, type, content, title) => {
    const { status, body } = await send(content, type);
    expect([status, body.pages]).toEqual([201, type === 'application/pdf' ? 2 : null]);
    const { response, metadata } = await ask('May I bring my dog?');
    expect(metadata.retrievedTopics[0]).toEqual({ id: body.id, name: 'rules', title });
    expect(response).toContain('Dogs are welcome in all rooms.');
    expect(JSON.stringify(await passages(body.id))).not.toMatch(/alert|steal|color|tracker|passwd/);
  });

  it('are versioned: frozen by publishing and restored by a rollback', async () => {
    const publish = async () =>
      (await call('POST', `/v1/agents/${agentId}/deployments/publish`, { key, body: {} })).body.deployment;
    const { id } = (await send(RULES)).body;
    const first = await publish();
    await send('Dogs have to stay outside.', 'text/plain', { id });
    expect((await ask('dogs?', 'sandbox')).response).toContain('welcome in all rooms');
    expect((await ask('dogs?')).response).toContain('stay outside');
    expect((await publish()).version).not.toBe(first.version);
    await call('POST', `/v1/agents/${agentId}/deployments/${first.id}/rollback`, { key, body: {} });
    expect((await ask('dogs?', 'sandbox')).response).toContain('welcome in all rooms');
  });

  it('are copied with a duplicate agent and private to the account', async () => {
    const { id } = (await send(RULES)).body;
    const stranger = await service.createKey(await service.createAccount());
    for (const path of [`/${id}`, `/${id}/content`, `/${id}/passages`])
      expect((await call('GET', documents(path), { key: stranger })).status).toBe(404);
    expect((await send(RULES, 'text/plain', { as: stranger })).body.error_code).toBe('PROJECT_NOT_FOUND');
    const body = { newAgentName: 'Twin' };
    agentId = (await call('POST', `/v1/agents/${agentId}/duplicate`, { key, body })).body.agentId;
    const [copy] = (await call('GET', documents(), { key })).body;
    expect([copy.name, copy.id === id]).toEqual(['rules', false]);
    expect((await ask('dogs?')).response).toContain('welcome in all rooms');
    expect((await call('GET', documents(`/${copy.id}/content`), { key })).body).toBe(RULES);
  });

  it('are added once for a repeated Idempotency-Key with the same file only', async () => {
    const headers = { 'idempotency-key': 'once' };
    const [first, again] = [
      await send(RULES, undefined, { headers }),
      await send(RULES, undefined, { headers }),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
    const other = await send('Others.', undefined, { headers });
    expect([other.status, other.body.error_code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED']);
  });

  it.each<[string, string | Buffer, string, number, string]>([
    [
      'PDF of too many pages',
      pdfOf(Array.from({ length: 21 }, () => [])),
      'application/pdf',
      422,
      'DOCUMENT_TOO_LONG',
    ],
    [
      'PDF that says it has endless pages',
      pdfOf([[]], { claimedPages: 2_000_000_000 }),
      'application/pdf',
      422,
      'DOCUMENT_WITHOUT_TEXT',
    ],
    [
      'PDF that asks for a password',
      pdfOf([[{ text: 'Secret', size: 11 }]], {
        trailer: `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >>`,
      }),
      'application/pdf',
      422,
      'DOCUMENT_ENCRYPTED',
    ],
    ['PDF that is cut off', PDF.subarray(0, 60), 'application/pdf', 422, 'DOCUMENT_UNREADABLE'],
    ['PDF of pictures alone', pdfOf([[]]), 'application/pdf', 422, 'DOCUMENT_WITHOUT_TEXT'],
    [
      'picture that is called a PDF',
      Buffer.from('\x89PNG\r\n\x1a\n'),
      'application/pdf',
      422,
      'DOCUMENT_UNREADABLE',
    ],
    ['PDF that is called a text', PDF, 'text/plain', 422, 'DOCUMENT_UNREADABLE'],
    ['picture that is called a text', Buffer.alloc(5_000, 7), 'text/plain', 422, 'DOCUMENT_UNREADABLE'],
    ['text that is no UTF-8', Buffer.from('Caf\xe9', 'latin1'), 'text/plain', 422, 'DOCUMENT_UNREADABLE'],
    ['charset that nobody knows', 'x', 'text/plain; charset=klingon', 422, 'DOCUMENT_UNREADABLE'],
    ['page of nothing but scripts', '<script>alert(1)</script>', 'text/html', 422, 'DOCUMENT_WITHOUT_TEXT'],
    ['line of more characters than allowed', 'x'.repeat(1_000_001), 'text/plain', 422, 'DOCUMENT_TOO_LONG'],
    [
      'text of more passages than allowed',
      'word '.repeat(190_000),
      'text/plain',
      409,
      'KNOWLEDGE_LIMIT_REACHED',
    ],
    ['file that is too large', Buffer.alloc(3_000_001, 'x'), 'text/plain', 413, 'PAYLOAD_TOO_LARGE'],
    ['file of a type that is not read', 'x', 'application/msword', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['body of JSON', '{}', 'application/json', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('are rejected for a %s, and the service continues', async (_what, content, type, status, code) => {
    const refused = await send(content, type);
    expect([refused.status, refused.body]).toEqual([status, envelope(refused, code)]);
    expect((await call('GET', documents(), { key })).body).toEqual([]);
  });

  it('are rejected for a bomb: its process is killed at the memory limit while the service answers', async () => {
    const refusal = send(pdfBomb(2_000_000_000), 'application/pdf');
    const [refused, healthy] = await Promise.all([refusal, call('GET', '/health')]);
    expect([refused.status, refused.body, healthy.status]).toEqual([
      422,
      envelope(refused, 'DOCUMENT_UNREADABLE', expect.stringMatching(/memory|long/)),
      200,
    ]);
  });

  it('are rejected when the reader process dies, distinct from running out of memory', async () => {
    const refusal = send(pdfBomb(2_000_000_000), 'application/pdf');
    await until('the process that reads it is ended', inService().endReader);
    const refused = await refusal;
    const message = 'The document could not be read. Send it as plain text.';
    expect([refused.status, refused.body]).toEqual([422, envelope(refused, 'DOCUMENT_UNREADABLE', message)]);
  });

  it('are read deep into a page designed to exhaust the reader', async () => {
    const deep = '<div>'.repeat(20_000) + 'Dogs are welcome.' + '</div>'.repeat(20_000);
    const { status } = await send(`<p>House rules</p>${deep}`, 'text/html');
    expect(status).toBe(201);
  });

  it('are accepted only with write permission and at their own endpoint', async () => {
    const reader = await service.createKey(account, { scopes: ['agents:read'] });
    expect((await send(RULES, undefined, { as: reader })).status).toBe(403);
    const path = `/v1/accounts/${account.accountId}/agents`;
    const headers = { 'content-type': 'text/html' };
    const refused = await call('POST', path, { key, rawBody: PAGE, headers });
    expect([refused.status, refused.body]).toEqual([415, envelope(refused, 'UNSUPPORTED_MEDIA_TYPE')]);
  });

  it('have unique names and a limit that holds under concurrency', async () => {
    const [first] = (await Promise.all([send(RULES), send(RULES)])).map(({ status }) => status).sort();
    expect(first).toBe(201);
    expect((await send(RULES)).body.error_code).toBe('DOCUMENT_EXISTS');
    const more = await Promise.all(['a', 'b', 'c'].map((name) => send(RULES, undefined, { name })));
    expect(more.map(({ status }) => status).sort()).toEqual([201, 201, 409]);
    expect(more.find(({ status }) => status === 409)?.body.error_code).toBe('DOCUMENT_LIMIT_REACHED');
  });
});
