import { isDeepStrictEqual } from 'node:util';
import { type Static, Type } from '@sinclair/typebox';
import { type ApiClient, parseApiResponse } from '../api-client.js';
import type { DocumentFile, KnowledgeFiles, TopicFile } from './knowledge-files.js';

const Topics = Type.Array(
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    content: Type.String(),
    actions: Type.String(),
    exampleQueries: Type.Object({ queries: Type.Array(Type.String()) }),
    isActive: Type.Boolean(),
  }),
);
const Documents = Type.Array(
  Type.Object({ id: Type.String(), name: Type.String(), mediaType: Type.String(), sha256: Type.String() }),
);

type Remote<T> = T & { readonly id: string };

/** Agents' knowledge, read and changed over HTTP. */
export class RemoteKnowledge {
  constructor(private readonly api: ApiClient) {}

  async read(agentId: string): Promise<KnowledgeFiles> {
    const topics = (await this.topics(agentId)).map(({ id: _id, ...topic }) => topic);
    return { topics, documents: await this.documents(agentId) };
  }

  /** @param prune Whether to delete topics and documents that the files lack. */
  async push(agentId: string, files: KnowledgeFiles, prune: boolean): Promise<void> {
    await this.pushTopics(agentId, files.topics, prune);
    await this.pushDocuments(agentId, files.documents, prune);
  }

  private async pushTopics(agentId: string, topics: readonly TopicFile[], prune: boolean): Promise<void> {
    const path = pathOf(agentId, 'topics');
    const left = await this.topics(agentId);
    for (const topic of topics) {
      const index = left.findIndex(({ name }) => name === topic.name);
      const [before] = index < 0 ? [] : left.splice(index, 1);
      const body = { ...topic, exampleQueries: { queries: topic.exampleQueries } };
      if (!before) await this.api.call('POST', path, body);
      else if (!isDeepStrictEqual({ ...before, id: '' }, { ...topic, id: '' }))
        await this.api.call('PATCH', `${path}/${before.id}`, body);
    }
    if (prune) for (const { id } of left) await this.api.call('DELETE', `${path}/${id}`);
  }

  private async pushDocuments(
    agentId: string,
    documents: readonly DocumentFile[],
    prune: boolean,
  ): Promise<void> {
    const path = pathOf(agentId, 'documents');
    const remote = await this.documents(agentId);
    for (const document of documents) {
      const before = remote.find(({ name }) => name === document.name);
      if (before?.sha256 === document.sha256) continue;
      const type = document.mediaType ?? before?.mediaType;
      if (type === undefined) {
        throw new Error(`${document.name} must end with .md, .txt, .html or .pdf, which tells what it is.`);
      }
      const file = { type, content: await document.load() };
      if (before) await this.api.send('PUT', `${path}/${before.id}`, file);
      else await this.api.send('POST', `${path}?name=${encodeURIComponent(document.name)}`, file);
    }
    const extra = remote.filter(({ name }) => !documents.some((document) => document.name === name));
    if (prune) for (const { id } of extra) await this.api.call('DELETE', `${path}/${id}`);
  }

  private async topics(agentId: string): Promise<Remote<TopicFile>[]> {
    const topics = parseApiResponse(Topics, await this.api.call('GET', pathOf(agentId, 'topics')));
    return topics.map(({ exampleQueries, ...topic }) => ({
      ...topic,
      exampleQueries: exampleQueries.queries,
    }));
  }

  private async documents(agentId: string): Promise<Remote<DocumentFile>[]> {
    const path = pathOf(agentId, 'documents');
    const documents: Static<typeof Documents> = parseApiResponse(Documents, await this.api.call('GET', path));
    return documents.map(({ id, name, mediaType, sha256 }) => ({
      ...{ id, name, mediaType, sha256 },
      load: () => this.api.download(`${path}/${id}/content`),
    }));
  }
}

const pathOf = (agentId: string, what: string) =>
  `/v1/agents/${encodeURIComponent(agentId)}/branches/main/knowledge-base/${what}`;
