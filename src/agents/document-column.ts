import type { AgentDocument } from '../agent-document/index.js';
import type { Prisma } from '../common/prisma/index.js';

/**
 * A document as Prisma wants a JSON column: its open parts (`options`, `parameters`) came out of JSON and hold
 * nothing else.
 */
export const documentColumn = (document: AgentDocument): Prisma.InputJsonObject =>
  document as Prisma.InputJsonObject;
