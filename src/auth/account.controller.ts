import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { CurrentPrincipal, type Principal } from '../common/access/index.js';
import { auditEntries } from '../audit/index.js';
import { NextCursor, Operation, orNull, responseShape, shape, Timestamp } from '../http/openapi/index.js';
import { after, NEWEST_FIRST, PageQuery, pageOf } from '../http/pagination/index.js';
import { PrismaService } from '../common/prisma/index.js';

const AccountSchema = shape('Account', {
  accountId: Type.String(),
  keyId: Type.String({ description: 'Of the key; the id of the person who has signed in.' }),
  email: Type.String(),
  scopes: Type.Array(Type.String()),
  agentIds: orNull(Type.Array(Type.String()), { description: 'null: all agents.' }),
  environments: orNull(Type.Array(Type.String()), { description: 'null: all environments.' }),
});

const AuditLogSchema = responseShape({
  entries: Type.Array(
    shape('AuditEntry', {
      id: Type.String(),
      action: Type.String({ description: '`<thing>.<verb>`' }),
      resourceId: Type.String(),
      agentId: orNull(Type.String()),
      actorEmail: Type.String(),
      actorKeyId: orNull(Type.String(), { description: 'null: a person, or the operator.' }),
      actorPersonId: orNull(Type.String(), { description: 'null: an API key, or the operator.' }),
      correlationId: orNull(Type.String()),
      details: Type.Unknown(),
      createdAt: Timestamp,
    }),
  ),
  nextCursor: NextCursor,
});

const AUDIT_ENTRY_EXAMPLE = {
  id: 'aud_2bN7cM4vX9zL1kJ6hG3fDs',
  action: 'deployment.publish',
  resourceId: 'dep_0Zr9vB4nQ2XyT8kLmP3sWd',
  agentId: 'agent-7hT2mK5pW9qX3zL6vB1nRc',
  actorEmail: 'ada@example.com',
  actorKeyId: 'ak_8kL2mN5pQ9rS3tU6vW1xYz',
  actorPersonId: null,
  correlationId: '6c1e4f0e-3f4b-4a57-9a31-0d6b1f6f2a55',
  details: { environment: 'sandbox', version: '9f86d081884c7d659a2feaa0c55ad015' },
  createdAt: '2026-05-04T09:30:00.000Z',
};

/** The current API key, and the audit log of its account. */
@ApiTags('Account')
@Controller('v1')
export class AccountController {
  constructor(private readonly prisma: PrismaService) {}

  @Get('account')
  @Operation({
    id: 'account.get',
    summary: 'Whose key this is and what it may do, or who has signed in',
    scope: 'any',
    limits: { agents: 'any' },
    response: {
      schema: AccountSchema,
      example: {
        accountId: 'acc_4fJ2kQ9xN1bV7cR5tY8uHe',
        keyId: 'ak_8kL2mN5pQ9rS3tU6vW1xYz',
        email: 'ada@example.com',
        scopes: ['deployments:write'],
        agentIds: null,
        environments: ['sandbox'],
      },
    },
  })
  account(@CurrentPrincipal() principal: Principal) {
    return {
      accountId: principal.accountId,
      keyId: principal.keyId,
      email: principal.email,
      scopes: [...principal.scopes],
      agentIds: principal.agentIds ? [...principal.agentIds] : null,
      environments: principal.environments ? [...principal.environments] : null,
    };
  }

  @Get('audit-log')
  @Operation({
    id: 'audit-log.list',
    summary: 'Every change of the account, newest first',
    scope: 'keys:admin',
    limits: { agents: 'own' },
    query: PageQuery,
    response: {
      schema: AuditLogSchema,
      example: {
        entries: [AUDIT_ENTRY_EXAMPLE],
      },
    },
  })
  async auditLog(@CurrentPrincipal() principal: Principal, @Query() { limit, cursor }: PageQuery) {
    const rows = await auditEntries(this.prisma, principal, {
      where: after(cursor),
      orderBy: NEWEST_FIRST,
      take: limit + 1,
    });
    const { rows: entries, ...page } = pageOf(rows, limit);
    return { entries: entries.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })), ...page };
  }
}
