import { createHash } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import canonicalize from 'canonicalize';
import type { AgentDocument } from '../agent-document/index.js';

/** 32 hex characters, 128 bits: the API's version hash. */
const HASH_LENGTH = 32;

export interface ContentHashes {
  /** Identifies the content: the same document has the same version in every environment (`version` in the API). */
  readonly version: string;
  /** Identifies the functions alone (`lambdaDeploymentVersion` in the API). */
  readonly functionsHash: string;
}

/**
 * Hashes of the canonical JSON (RFC 8785), so that the order of keys doesn't matter.
 * @param knowledge Hash of the agent's knowledge; null without any.
 */
export async function hashContent(
  document: AgentDocument,
  knowledge: string | null = null,
): Promise<ContentHashes> {
  const version = knowledge === null ? hashOf(document) : hashOf({ document, knowledge });
  // A document at its size limit takes some 10 ms for each hash.
  await yieldToEventLoop();
  const functionsHash = hashOf(functionsOf(document));
  await yieldToEventLoop();
  return { version, functionsHash };
}

/** The agent's tools, including those of variants. */
function functionsOf(document: AgentDocument): object {
  const { tools, builtInTools, variants = {} } = document;
  return {
    tools,
    builtInTools,
    variants: Object.fromEntries(
      Object.entries(variants).map(([id, { overrides }]) => [
        id,
        { tools: overrides.tools, builtInTools: overrides.builtInTools },
      ]),
    ),
  };
}

function hashOf(value: object): string {
  return createHash('sha256')
    .update(canonicalize(value) ?? '')
    .digest('hex')
    .slice(0, HASH_LENGTH);
}
