import type { AgentDocument } from '../agent-document/index.js';
import type { Prisma } from '../common/prisma/index.js';

/** A document typed for Prisma's JSON columns; it was parsed from JSON. */
export const documentColumn = (document: AgentDocument): Prisma.InputJsonObject =>
  document as Prisma.InputJsonObject;
