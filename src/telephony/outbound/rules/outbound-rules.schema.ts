import { Type } from '@sinclair/typebox';
import { orNull, shape } from '../../../http/openapi/index.js';
import { QuietHoursSchema } from '../../number-rules/quiet-hours.js';
import type { OutboundRuleSet } from './outbound-rules.service.js';

export const OutboundRulesSchema = shape('OutboundRuleSet', {
  allowedPrefixes: Type.Array(Type.String()),
  blockedPrefixes: Type.Array(Type.String()),
  quietHours: orNull(QuietHoursSchema),
});

export const OUTBOUND_RULES_EXAMPLE: OutboundRuleSet = {
  allowedPrefixes: ['+44'],
  blockedPrefixes: ['+449'],
  quietHours: { start: '21:00', end: '08:00', timeZone: 'Europe/London' },
};
