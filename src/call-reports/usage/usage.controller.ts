import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { AccountStorage } from '../../quotas/index.js';
import { UsageQuery } from '../report-queries.dto.js';
import {
  STORAGE_USE_EXAMPLE,
  StorageUseSchema,
  USAGE_REPORT_EXAMPLE,
  UsageReportSchema,
} from './usage.schema.js';
import { UsageService } from './usage.service.js';

@ApiTags('Conversations')
@Controller('v1/usage')
export class UsageController {
  constructor(
    private readonly usage: UsageService,
    private readonly storage: AccountStorage,
  ) {}

  @Get()
  @Operation({
    summary: 'What calls came to: how many, how long, and what their providers did',
    description: 'Counted from the records of calls, so calls whose record was deleted are not in it.',
    scope: 'conversations:read',
    limits: { agents: 'own' },
    status: 200,
    query: UsageQuery,
    response: { schema: UsageReportSchema, example: USAGE_REPORT_EXAMPLE },
    errors: { 400: { SCHEMA_VALIDATION_FAILED: 'from must be before to.' } },
  })
  report(@CurrentPrincipal() principal: Principal, @Query() query: UsageQuery) {
    return this.usage.report(principal, query);
  }

  @Get('storage')
  @Operation({
    id: 'usage.storage',
    summary: 'What the account stores, in bytes',
    description:
      'JSON documents count as PostgreSQL compresses them. Once `usedBytes` reaches `limitBytes`, requests that add to it are answered 409 ' +
      '`STORAGE_LIMIT_REACHED`, and calls go on without transcript and recording.',
    scope: 'conversations:read',
    limits: { agents: 'refused' },
    response: { schema: StorageUseSchema, example: STORAGE_USE_EXAMPLE },
  })
  async storageOf(@CurrentPrincipal() { accountId }: Principal) {
    const { bytes, kinds } = await this.storage.use(accountId);
    return { limitBytes: this.storage.limitOf(accountId) ?? null, usedBytes: bytes, kinds };
  }
}
