import { parseAgentDocument } from '../agents/index.js';
import type { AgentDocument } from '../agent-document/index.js';
import { ANSWERED_MODES, asPublished, type PublishedProviders } from '../answering/index.js';
import { diffDocuments, type FieldChange } from './document-diff.js';

/** A document with its provider defaults. */
export interface Resolvable {
  readonly document: object;
  /** Undefined if unknown, as for a version without its deployment. */
  readonly providers: PublishedProviders | undefined;
}

/**
 * Changes without a changed field: providers, models and voices that the documents leave open. Empty if either's
 * defaults are unknown.
 */
export function resolvedChanges(from: Resolvable, to: Resolvable): FieldChange[] {
  const { providers: before } = from;
  const { providers: after } = to;
  if (!before || !after) return [];
  const [old, fresh] = [parseAgentDocument(from.document), parseAgentDocument(to.document)];
  const written = new Set(diffDocuments(choicesIn(old), choicesIn(fresh)).map(({ path }) => path));
  const changes = ANSWERED_MODES.flatMap((mode) =>
    diffDocuments(choicesIn(asPublished(old, mode, before)), choicesIn(asPublished(fresh, mode, after))),
  );
  const open = changes.filter(({ path }) => !written.has(path));
  return [...new Map(open.map((change) => [change.path, change])).values()];
}

const choicesIn = ({ models, voice }: AgentDocument) => ({ models: models ?? {}, voice: voice ?? {} });
