import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readFolders, writeFolder } from '../../src/cli/agents/agent-folder.js';
import { ApiClient } from '../../src/cli/api-client.js';
import { differences } from '../../src/cli/agents/compare.js';
import { RemoteAgents } from '../../src/cli/agents/remote-agents.js';
import { sharedApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { pdfOf } from './pdf-files.js';

const PDF = pdfOf([[{ text: 'Dogs are welcome in all rooms.', size: 11 }]]);

describe('agent knowledge as code', () => {
  const service = sharedApp();
  let remote: RemoteAgents;
  let key: string;
  let folder: string;
  let agentId: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-agents-'));
    const account = await service.createAccount();
    key = await service.createKey(account);
    agentId = await service.createAgent(account);
    remote = new RemoteAgents(new ApiClient(service.baseUrl, key));
  });
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const knowledge = (what: string) => `/v1/agents/${agentId}/branches/main/knowledge-base/${what}`;
  const inFiles = async () => {
    const [found] = await readFolders(folder);
    if (!found) throw new Error('no agent was read');
    return found;
  };
  const changes = async () => differences(await remote.find(agentId, 'Agent'), await inFiles());

  it('is pulled into readable files and pushed back unchanged', async () => {
    const call = httpClient(service.baseUrl);
    const topic = {
      name: 'Breakfast: times',
      content: '# Times\n\nFrom seven.\n\n---\n\nOn Sundays from eight.',
      actions: 'Offer a table.',
      exampleQueries: { queries: ['When can I eat?'] },
    };
    await call('POST', knowledge('topics'), { key, body: topic });
    const headers = { 'content-type': 'application/pdf' };
    await call('POST', `${knowledge('documents')}?name=${encodeURIComponent('a/b: rules.pdf')}`, {
      ...{ key, headers },
      rawBody: PDF,
    });
    const [pulled] = await remote.list([agentId]);
    if (!pulled) throw new Error('no agent was found');
    await writeFolder(folder, pulled);
    expect(await readFile(path.join(folder, agentId, 'topics', 'breakfast-times.md'), 'utf8')).toBe(
      '---\nname: "Breakfast: times"\n' +
        'actions: Offer a table.\nexampleQueries:\n  - When can I eat?\n---\n\n# Times\n\nFrom seven.\n\n---\n\nOn Sundays from eight.\n',
    );
    const [file = ''] = await readdir(path.join(folder, agentId, 'documents'));
    expect([file, await readFile(path.join(folder, agentId, 'documents', file))]).toEqual([
      'a%2Fb%3A rules.pdf',
      PDF,
    ]);
    expect(await changes()).toEqual([]);
  });

  it('is changed, added and, with prune, deleted by a push', async () => {
    const topics = path.join(folder, agentId, 'topics');
    const documents = path.join(folder, agentId, 'documents');
    await writeFile(path.join(topics, 'parking.md'), '---\nname: Parking\n---\n\nBehind the house.\n');
    await rm(path.join(topics, 'breakfast-times.md'));
    await writeFile(path.join(documents, 'prices.md'), '# Prices\n\nTwelve euros.\n');
    await writeFile(path.join(documents, 'a%2Fb%3A rules.pdf'), pdfOf([[{ text: 'No dogs.', size: 11 }]]));
    expect((await changes()).map((change) => change.split(':')[0])).toEqual([
      `- ${agentId}/topics/Breakfast`,
      `+ ${agentId}/topics/Parking`,
      `~ ${agentId}/documents/a/b`,
      `+ ${agentId}/documents/prices.md`,
    ]);
    await remote.push(await inFiles(), false);
    expect(await changes()).toEqual([expect.stringContaining('topics/Breakfast')]);
    await remote.push(await inFiles(), true);
    expect(await changes()).toEqual([]);
  });

  it('is rejected with the name of the faulty file', async () => {
    await writeFile(path.join(folder, agentId, 'topics', 'broken.md'), 'no head');
    await expect(inFiles()).rejects.toThrow(/broken\.md must begin with a line ---/);
    await rm(path.join(folder, agentId, 'topics', 'broken.md'));
    await writeFile(path.join(folder, agentId, 'documents', 'letter.doc'), 'x');
    const local = await inFiles();
    await expect(remote.push(local, false)).rejects.toThrow(/letter\.doc must end with/);
  });
});
