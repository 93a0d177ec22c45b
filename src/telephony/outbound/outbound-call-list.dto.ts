import { IntersectionType } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches } from 'class-validator';
import { Describe } from '../../http/openapi/index.js';
import { PageQuery } from '../../http/pagination/index.js';
import { OUTBOUND_STATUSES } from './outbound-call.schema.js';

class OutboundCallFilter {
  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,100}$/)
  @Describe({ type: 'string', description: 'Only those of this agent.' })
  agentId?: string;

  @IsOptional()
  @IsIn(OUTBOUND_STATUSES)
  @Describe('Only those that stand like this.')
  status?: (typeof OUTBOUND_STATUSES)[number];
}

export class ListOutboundCallsQuery extends IntersectionType(OutboundCallFilter, PageQuery) {}
