import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { useAction } from '../api/action.js';
import { api, done, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { Loaded } from '../ui/loaded.js';
import { Records } from '../ui/records.js';
import { Short } from '../ui/short.js';
import type { Column } from '../ui/table.js';
import { formatBytes } from '../ui/words.js';
import { Passages } from './passages.js';
import { KINDS, putDocument } from './put-document.js';

export type KnowledgeDocument = Schemas['KnowledgeDocument'];

const documentsKey = (agentId: string) => ['documents', agentId] as const;

/** The agent's documents, split into passages under their headings. */
export function Documents({ agentId }: { readonly agentId: string }) {
  const mayWrite = useAccount().can('agents:write');
  const upload = useUpload(agentId);
  const chosen = useRef<KnowledgeDocument | undefined>(undefined);
  const picker = useRef<HTMLInputElement>(null);
  const pick = (document?: KnowledgeDocument) => {
    chosen.current = document;
    picker.current?.click();
  };
  const onPicked = (event: ChangeEvent<HTMLInputElement>) => {
    for (const file of event.target.files ?? []) upload.mutate({ file, replaces: chosen.current });
    event.target.value = '';
  };
  const button = (
    <>
      <UploadProgress percent={upload.percent} />
      <input
        ref={picker}
        type="file"
        className="visually-hidden"
        aria-label="Documents to upload"
        accept={Object.keys(KINDS).join(',')}
        multiple
        tabIndex={-1}
        onChange={onPicked}
      />
      <Button small look="primary" icon="plus" busy={upload.isPending} onClick={() => pick()}>
        Upload
      </Button>
    </>
  );
  return <DocumentList agentId={agentId} mayWrite={mayWrite} actions={mayWrite && button} onReplace={pick} />;
}

function UploadProgress({ percent }: { readonly percent: number | undefined }) {
  if (percent === undefined) return null;
  return (
    <span className="row grow" role="status">
      <progress className="progress" max={100} value={percent} aria-label="Upload" />
      <span className="soft small numeric">{percent < 100 ? `${percent} %` : 'Reading it…'}</span>
    </span>
  );
}

function useUpload(agentId: string) {
  const [percent, setPercent] = useState<number>();
  const act = useAction(
    ({ file, replaces }: { readonly file: File; readonly replaces: KnowledgeDocument | undefined }) =>
      putDocument({ agentId, file, documentId: replaces?.id, onProgress: setPercent }).finally(() =>
        setPercent(undefined),
      ),
    {
      changes: [documentsKey(agentId)],
      said: ({ name, passages }) =>
        `“${name}” is known, in ${passages} ${passages === 1 ? 'passage' : 'passages'}.`,
    },
  );
  return { ...act, percent };
}

const COLUMNS: readonly Column<KnowledgeDocument>[] = [
  { name: 'Name', cell: ({ name }) => <Short as="strong" text={name} /> },
  {
    name: 'Size',
    optional: true,
    end: true,
    width: '6.5rem',
    cell: ({ sizeBytes }) => formatBytes(sizeBytes),
  },
  { name: 'Passages', end: true, optional: true, width: '7rem', cell: ({ passages }) => passages },
  { name: 'Changed', optional: true, width: '7rem', cell: ({ updatedAt }) => <Age time={updatedAt} /> },
];

async function readDocuments(agentId: string) {
  const params = { path: { agentId } };
  const answer = api.GET('/v1/agents/{agentId}/branches/main/knowledge-base/documents', { params });
  return { rows: await take(answer), next: undefined };
}

const removeDocument = (agentId: string, documentId: string) =>
  done(
    api.DELETE('/v1/agents/{agentId}/branches/main/knowledge-base/documents/{documentId}', {
      params: { path: { agentId, documentId } },
    }),
  );

function DocumentList(props: {
  readonly agentId: string;
  readonly mayWrite: boolean;
  readonly actions: ReactNode;
  readonly onReplace: (document: KnowledgeDocument) => void;
}) {
  const { agentId, mayWrite, actions, onReplace } = props;
  return (
    <Records<KnowledgeDocument>
      title="Documents"
      icon="book"
      empty={{
        title: 'No documents yet',
        text: 'Upload Markdown, text, HTML or PDF: the agent finds in it what callers ask.',
      }}
      queryKey={documentsKey(agentId)}
      read={() => readDocuments(agentId)}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      mayWrite={mayWrite}
      actions={actions}
      columns={COLUMNS}
      entries={(document, open) => [
        {
          label: 'Passages…',
          icon: 'search',
          onSelect: () =>
            open((onClose) => <PassagesDialog agentId={agentId} document={document} onClose={onClose} />),
        },
        { label: 'Download', icon: 'down', onSelect: () => void download(agentId, document) },
        { label: 'Replace…', icon: 'refresh', onSelect: () => onReplace(document) },
      ]}
      remove={{
        act: ({ id }) => removeDocument(agentId, id),
        text: 'The draft no longer knows it. The published version keeps it until you publish again.',
      }}
    />
  );
}

function PassagesDialog(props: {
  readonly agentId: string;
  readonly document: KnowledgeDocument;
  readonly onClose: () => void;
}) {
  const { agentId, document, onClose } = props;
  const passages = useQuery({
    queryKey: [...documentsKey(agentId), 'passages', document.id, document.sha256],
    queryFn: () => {
      const params = { path: { agentId, documentId: document.id } };
      return take(
        api.GET('/v1/agents/{agentId}/branches/main/knowledge-base/documents/{documentId}/passages', {
          params,
        }),
      );
    },
  });
  return (
    <Dialog
      title={`Passages of “${document.name}”`}
      lead="What the agent is given when a caller asks: these pieces, under their headings."
      wide
      onClose={onClose}
    >
      <Loaded query={passages}>{(all) => <Passages passages={all} />}</Loaded>
    </Dialog>
  );
}

async function download(agentId: string, { id: documentId, name }: KnowledgeDocument): Promise<void> {
  const params = { path: { agentId, documentId } };
  const blob = await take(
    api.GET('/v1/agents/{agentId}/branches/main/knowledge-base/documents/{documentId}/content', {
      params,
      parseAs: 'blob',
    }),
  );
  const url = URL.createObjectURL(new Blob([blob]));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
