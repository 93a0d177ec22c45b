import type { FastifyRequest } from 'fastify';
import { ApiError } from '../common/errors/api-error.js';

/** Route option: the body may be as large as an agent document. */
export const TAKES_DOCUMENTS = { takesDocuments: true } as const;

export const takesDocuments = (routeConfig: object): boolean => 'takesDocuments' in routeConfig;

/** Twice the document, for white space, plus the surrounding fields. */
export const documentBodyBytes = (documentMaxBytes: number): number => 2 * documentMaxBytes + 1_024;

/** Media type of a JSON Merge Patch (RFC 7396, section 4). */
export const MERGE_PATCH_TYPE = 'application/merge-patch+json';

/** Route option: the operation also takes a merge patch as its body. */
export const TAKES_MERGE_PATCH = { takesMergePatch: true } as const;

export const takesMergePatch = (routeConfig: object): boolean => 'takesMergePatch' in routeConfig;

/** Media types of file bodies. Such a body is not read until the operation asks for it. */
export const FILE_TYPES = ['text/markdown', 'text/plain', 'text/html', 'application/pdf'] as const;

export type FileType = (typeof FILE_TYPES)[number];

/** Route option: the operation takes a file as its body, which it reads with `fileBody`. */
export const TAKES_FILES = { takesFiles: true } as const;

export const takesFiles = (routeConfig: object): boolean => 'takesFiles' in routeConfig;

export interface FileBody {
  readonly type: FileType;
  /** Charset of the request, in lower case. */
  readonly charset: string | undefined;
  readonly content: Buffer;
}

/**
 * The file of a request. Call it once everything else of the request is validated.
 * @throws ApiError 413 `PAYLOAD_TOO_LARGE`, 415 `UNSUPPORTED_MEDIA_TYPE`.
 */
export async function fileBody({ headers, raw }: FastifyRequest, maxBytes: number): Promise<FileBody> {
  const [given = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim());
  const type = FILE_TYPES.find((one) => one === given.toLowerCase());
  if (type === undefined) {
    const types = FILE_TYPES.join(', ');
    throw new ApiError(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      `The file must be sent with a Content-Type of ${types}.`,
    );
  }
  const [, charset] = /^charset="?([\w-]{1,40})"?$/i.exec(parameters[0] ?? '') ?? [];
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of raw as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    pieces.push(piece);
  }
  return { type, charset: charset?.toLowerCase(), content: Buffer.concat(pieces) };
}

const tooLarge = (maxBytes: number) =>
  new ApiError(413, 'PAYLOAD_TOO_LARGE', `The file must not be larger than ${maxBytes} bytes.`);
