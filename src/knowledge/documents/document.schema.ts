import { type Static, Type } from '@sinclair/typebox';
import { FILE_TYPES } from '../../http/index.js';
import { oneOf, orNull, shape, Timestamp } from '../../http/openapi/index.js';

export const DocumentSchema = shape('KnowledgeDocument', {
  id: Type.String(),
  name: Type.String(),
  mediaType: oneOf(FILE_TYPES),
  sizeBytes: Type.Integer(),
  sha256: Type.String(),
  pages: orNull(Type.Integer()),
  passages: Type.Integer(),
  embedding: shape('KnowledgeEmbedding', {
    state: oneOf(['off', 'waiting', 'done', 'failed'], {
      description: '`off`: no provider computes embeddings. Until `done`, it is found by its words.',
    }),
    passages: Type.Integer({ description: 'That have one.' }),
    reason: Type.Optional(
      Type.String({ description: 'Why the last attempt failed, as in faults of calls.' }),
    ),
    detail: Type.Optional(Type.String({ description: 'What the provider said of it, without secrets.' })),
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export type DocumentView = Static<typeof DocumentSchema>;

export const DOCUMENT_EXAMPLE: DocumentView = {
  id: 'kdoc_4fJ2kQ9xN1bV7cR5tY8uHe',
  name: 'house-rules.pdf',
  mediaType: 'application/pdf',
  sizeBytes: 48_211,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  pages: 3,
  passages: 12,
  embedding: { state: 'done', passages: 12 },
  createdAt: '2026-11-22T18:00:00.000Z',
  updatedAt: '2026-11-22T18:00:00.000Z',
};

export const PassageSchema = shape('KnowledgeDocumentPassage', { title: Type.String(), text: Type.String() });

export const PASSAGE_EXAMPLE = { title: 'House rules › Pets', text: 'Dogs are welcome in all rooms.' };
