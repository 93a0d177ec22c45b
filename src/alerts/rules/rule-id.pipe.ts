import { Injectable, type PipeTransform } from '@nestjs/common';
import { ApiError } from '../../common/errors/index.js';

const RULE_ID = /^ar_[A-Za-z0-9]+$/;

/** OpenAPI description of path parameters. */
export const RULE_PATH = { ruleId: RULE_ID } as const;

/** Refuses a malformed id with 422 before any lookup. */
@Injectable()
export class RuleIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (RULE_ID.test(id)) return id;
    throw new ApiError(422, 'INVALID_ALERT_RULE_ID', 'The alert rule id is malformed.');
  }
}
