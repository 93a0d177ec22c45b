import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { parse, stringify } from 'yaml';
import { fileName, ignoreMissing } from './file-names.js';

/** A topic as people write it: content with YAML front matter. */
export interface TopicFile {
  readonly name: string;
  readonly content: string;
  readonly actions: string;
  readonly exampleQueries: readonly string[];
  readonly isActive: boolean;
}

/** A document; its file is read lazily. */
export interface DocumentFile {
  readonly name: string;
  /** Undefined if the name does not imply it. */
  readonly mediaType: string | undefined;
  readonly sha256: string;
  load(): Promise<Uint8Array<ArrayBuffer>>;
}

export interface KnowledgeFiles {
  readonly topics: readonly TopicFile[];
  readonly documents: readonly DocumentFile[];
}

const TOPICS = 'topics';
const DOCUMENTS = 'documents';
const HEADED = /^---\n([\s\S]*?)\n---\n?/;

const Head = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    actions: Type.Optional(Type.String()),
    exampleQueries: Type.Optional(Type.Array(Type.String())),
    isActive: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.txt': 'text/plain',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.pdf': 'application/pdf',
};

/** Reads the knowledge in an agent's folder. @throws Error that names the file and its problem. */
export async function readKnowledge(folder: string): Promise<KnowledgeFiles> {
  const topics: TopicFile[] = [];
  for (const file of await filesOf(path.join(folder, TOPICS))) {
    if (file.endsWith('.md')) topics.push(topicOf(file, await readFile(file, 'utf8')));
  }
  const files = await filesOf(path.join(folder, DOCUMENTS));
  return { topics, documents: await Promise.all(files.map(documentOf)) };
}

/** Replaces the knowledge in an agent's folder. */
export async function writeKnowledge(folder: string, { topics, documents }: KnowledgeFiles): Promise<void> {
  const taken = new Set<string>();
  await anew(path.join(folder, TOPICS), topics, async (place, topic) =>
    writeFile(path.join(place, `${fileName(topic.name, taken, 'topic')}.md`), textOf(topic)),
  );
  await anew(path.join(folder, DOCUMENTS), documents, async (place, document) =>
    writeFile(path.join(place, encoded(document.name)), await document.load()),
  );
}

async function anew<T>(
  folder: string,
  items: readonly T[],
  write: (folder: string, item: T) => Promise<void>,
): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  if (items.length > 0) await mkdir(folder, { recursive: true });
  for (const item of items) await write(folder, item);
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(ignoreMissing)) ?? [];
  const names = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return names.map(({ name }) => path.join(folder, name)).sort();
}

function topicOf(file: string, text: string): TopicFile {
  const [head, yaml = ''] = HEADED.exec(text.replaceAll('\r\n', '\n')) ?? [];
  const fields: unknown = head === undefined ? undefined : parseHead(file, yaml);
  if (head === undefined || !Value.Check(Head, fields)) {
    throw new Error(
      `${file} must begin with a line ---, a head of name and, if wanted, actions, exampleQueries and isActive, and a line ---.`,
    );
  }
  const content = text.replaceAll('\r\n', '\n').slice(head.length).replace(/^\n/, '').replace(/\n$/, '');
  return { actions: '', exampleQueries: [], isActive: true, ...fields, content };
}

function parseHead(file: string, yaml: string): unknown {
  try {
    return parse(yaml) as unknown;
  } catch (error) {
    throw new Error(`The head of ${file} is not YAML: ${error instanceof Error ? error.message : ''}`);
  }
}

function textOf({ name, content, actions, exampleQueries, isActive }: TopicFile): string {
  const head: Static<typeof Head> = {
    name,
    ...(actions !== '' && { actions }),
    ...(exampleQueries.length > 0 && { exampleQueries: [...exampleQueries] }),
    ...(!isActive && { isActive }),
  };
  return `---\n${stringify(head, { lineWidth: 100 })}---\n\n${content}\n`;
}

async function documentOf(file: string): Promise<DocumentFile> {
  const load = async () => new Uint8Array(await readFile(file));
  const name = decodeURIComponent(path.basename(file));
  return {
    name,
    mediaType: MEDIA_TYPES[path.extname(name).toLowerCase()],
    sha256: createHash('sha256')
      .update(await load())
      .digest('hex'),
    load,
  };
}

/** A name that is valid on every file system and can be decoded. */
const encoded = (name: string): string =>
  name.replace(/[%/\\:*?"<>|]|^\./g, (character) =>
    encodeURIComponent(character).replace('.', '%2E').replace('*', '%2A'),
  );
