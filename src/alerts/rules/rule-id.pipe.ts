import { Injectable, type PipeTransform } from '@nestjs/common';
import { ruleNotFound } from '../alert-rule.js';

const RULE_ID = /^ar_[A-Za-z0-9]+$/;

/** Answers an id that can't be one of a rule as any that does not exist, before anything is looked up. */
@Injectable()
export class RuleIdPipe implements PipeTransform<string, string> {
  transform(id: string): string {
    if (RULE_ID.test(id)) return id;
    throw ruleNotFound();
  }
}
