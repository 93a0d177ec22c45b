import { credentials } from '../api/credentials.js';
import { refusal, unreachable } from '../api/problem.js';
import { asObject, numberIn, textIn } from '../api/reading.js';

/** Supported types by file extension: browsers do not know the type of Markdown. */
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
  /** The document to replace; absent: creates a new one. */
  readonly documentId: string | undefined;
  /** Upload progress, in percent. */
  readonly onProgress: (percent: number) => void;
}

/** The service's response to a file. */
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

/** Uploads a file. Uses XMLHttpRequest because `fetch` reports no upload progress. Rejects with a Problem. */
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
