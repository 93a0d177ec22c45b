import { credentials } from '../api/credentials.js';
import { refusal, unreachable } from '../api/problem.js';
import { asObject, numberIn, textIn } from '../api/reading.js';

/** What can be read, by the end of the name: browsers do not know the type of Markdown. */
export const KINDS: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.txt': 'text/plain',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.pdf': 'application/pdf',
};

interface Upload {
  readonly agentId: string;
  readonly file: File;
  /** The document that it replaces; absent: it becomes a new one. */
  readonly documentId: string | undefined;
  /** How much has left, in percent. */
  readonly onProgress: (percent: number) => void;
}

/** What the service tells of a file that it has read. */
interface Uploaded {
  readonly name: string;
  readonly passages: number;
}

const uploadedOf = (answer: unknown): Uploaded => {
  const fields = asObject(answer);
  return { name: textIn(fields, 'name'), passages: numberIn(fields, 'passages') ?? 0 };
};

const typeOf = ({ name, type }: File): string => {
  const end = /\.[^.]+$/.exec(name.toLowerCase())?.[0] ?? '';
  return KINDS[end] ?? (type || 'application/octet-stream');
};

/** Sends a file. `fetch` tells no progress of what it sends, so this is an XMLHttpRequest. Rejects with a Problem. */
export function putDocument({ agentId, file, documentId, onProgress }: Upload): Promise<Uploaded> {
  const method = documentId === undefined ? 'POST' : 'PUT';
  const base = `/v1/agents/${encodeURIComponent(agentId)}/branches/main/knowledge-base/documents`;
  const place = documentId === undefined ? base : `${base}/${encodeURIComponent(documentId)}`;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, `${place}?name=${encodeURIComponent(file.name)}`);
    for (const [name, value] of Object.entries(credentials.headersFor(method)))
      request.setRequestHeader(name, value);
    request.setRequestHeader('Content-Type', typeOf(file));
    if (method === 'POST') request.setRequestHeader('Idempotency-Key', crypto.randomUUID());
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : Math.round((loaded / total) * 100));
    request.onerror = () => reject(unreachable(request.statusText));
    request.onload = () => {
      if (request.status < 300) resolve(uploadedOf(request.response));
      else reject(refusal(request.status, request.response));
    };
    request.send(file);
  });
}
