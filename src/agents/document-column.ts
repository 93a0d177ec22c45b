import type { AgentDocument } from '../agent-document/index.js';
import type { Prisma } from '../common/prisma/index.js';

/**
 * A document typed as Prisma wants a JSON column. Its open parts (`options`, `parameters`) were parsed from JSON
 * and hold nothing else.
 */
export const documentColumn = (document: AgentDocument): Prisma.InputJsonObject =>
  document as Prisma.InputJsonObject;
