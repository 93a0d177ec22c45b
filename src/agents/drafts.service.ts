import { Injectable } from '@nestjs/common';
import type { AgentDocument } from '../common/agent-document/index.js';
import { PrismaService } from '../common/prisma/index.js';
import { parseAgentDocument } from './agent-document.parser.js';

/** Drafts: what is being written of each agent. */
@Injectable()
export class DraftsService {
  constructor(private readonly prisma: PrismaService) {}

  /** What a call of the draft talks to; undefined when there is no such agent. */
  async document(agentId: string): Promise<AgentDocument | undefined> {
    const draft = await this.prisma.draft.findUnique({ where: { agentId }, select: { document: true } });
    return draft ? parseAgentDocument(draft.document) : undefined;
  }
}
