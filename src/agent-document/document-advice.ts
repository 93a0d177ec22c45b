import { Global, Injectable, Logger, Module } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { AgentDocument } from './agent-document.js';

/** A valid setting that won't work as the author intends. */
export interface DocumentWarning {
  /** JSON Pointer (RFC 6901) of the setting. */
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export const WarningsSchema = Type.Array(
  Type.Object(
    {
      path: Type.String({ description: 'JSON Pointer (RFC 6901) of the place in the document.' }),
      code: Type.String({ description: 'For example `PROVIDER_NOT_CONFIGURED`.' }),
      message: Type.String(),
    },
    { additionalProperties: false, title: 'DocumentWarning' },
  ),
  { description: 'What is allowed and will not do what is meant, on this instance as it is configured.' },
);

export type DocumentAdviser = (
  document: AgentDocument,
  accountId: string,
) => Promise<readonly DocumentWarning[]>;

const MAX_WARNINGS = 50;

/** Collects warnings about a document from the modules that use it, for responses to saving and publishing. */
@Injectable()
export class DocumentAdvice {
  private readonly logger = new Logger(DocumentAdvice.name);
  private readonly advisers: DocumentAdviser[] = [];

  register(adviser: DocumentAdviser): void {
    this.advisers.push(adviser);
  }

  /** Never throws: a failed check must not fail the request. */
  async warningsOf(document: AgentDocument, accountId: string): Promise<DocumentWarning[]> {
    try {
      const told = await Promise.all(this.advisers.map((adviser) => adviser(document, accountId)));
      return told.flat().slice(0, MAX_WARNINGS);
    } catch (error) {
      this.logger.error({ err: error }, 'a draft could not be checked for advice');
      return [];
    }
  }
}

@Global()
@Module({ providers: [DocumentAdvice], exports: [DocumentAdvice] })
export class DocumentAdviceModule {}
