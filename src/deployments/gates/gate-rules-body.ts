import type { PutGatesDto } from './gate.dto.js';
import type { GateRules } from './gate-rules.js';

/** The stored form of rules: absent fields stay absent. */
export function rulesFrom({ tests, soak, approvals, noFiringAlerts }: PutGatesDto): GateRules {
  return {
    ...(tests &&
      tests.length > 0 && {
        tests: tests.map(({ testSetId, passes, of, maxAgeHours }) => ({
          ...{ testSetId, passes, of },
          ...(maxAgeHours !== undefined && { maxAgeHours }),
        })),
      }),
    ...(soak && { soak: { environment: soak.environment, minutes: soak.minutes } }),
    ...(approvals && {
      approvals: {
        people: approvals.people,
        ...(approvals.maxAgeHours !== undefined && { maxAgeHours: approvals.maxAgeHours }),
      },
    }),
    ...(noFiringAlerts === true && { noFiringAlerts }),
  };
}
