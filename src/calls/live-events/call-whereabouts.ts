import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../common/prisma/index.js';
import { CallOwnership } from '../../conversations/index.js';
import { parseKept } from '../carry-on/kept-call.js';
import { isSessionId } from '../session-id.js';

/** Which instance has a call, or had it when it ended. */
export interface Whereabouts {
  readonly instanceId: string;
  /** Undefined where nobody knows. */
  readonly address: string | undefined;
  /** Of the token that began the call, as base64; undefined where that is not on record. */
  readonly tokenHash: string | undefined;
  /** Why it ended; undefined while it goes on. */
  readonly endReason: string | undefined;
}

/** Finds the instance that has a call. */
@Injectable()
export class CallWhereabouts {
  constructor(
    private readonly ownership: CallOwnership,
    private readonly prisma: PrismaService,
  ) {}

  /** Undefined for a session that was never. @throws when the database is away */
  async find(sessionId: string): Promise<Whereabouts | undefined> {
    if (!isSessionId(sessionId)) return undefined;
    const found = await this.ownership.find(sessionId);
    if (found) {
      const { instanceId, address } = found.owner;
      return { instanceId, address, tokenHash: parseKept(found.state)?.tokenHash, endReason: undefined };
    }
    const ended = await this.prisma.conversation.findUnique({
      where: { sessionId },
      select: { instanceId: true, endedAt: true, endReason: true },
    });
    if (!ended) return undefined;
    const instance = await this.prisma.instance.findUnique({ where: { id: ended.instanceId } });
    const address = instance?.address ?? undefined;
    return {
      instanceId: ended.instanceId,
      address,
      tokenHash: undefined,
      endReason: ended.endedAt === null ? undefined : (ended.endReason ?? 'unknown'),
    };
  }
}
