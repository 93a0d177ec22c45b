import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { AgentDocument } from '../agent-document/index.js';

/** 32 hex characters, 128 bits: what the interface calls a version hash. */
const HASH_LENGTH = 32;

export interface ContentHashes {
  /** Names the content: the same document has the same version in every environment (interface 2.2, `version`). */
  readonly version: string;
  /** Names the functions' part of it alone (interface 2.6, `lambdaDeploymentVersion`). */
  readonly functionsHash: string;
}

/** Hashes over the canonical JSON (RFC 8785), so that the order of keys doesn't count. */
export function hashContent(document: AgentDocument): ContentHashes {
  return { version: hashOf(document), functionsHash: hashOf(functionsOf(document)) };
}

/** What the agent can do apart from talking, with the variants' own tools. */
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
