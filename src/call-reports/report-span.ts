import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock/index.js';
import { validationFailed } from '../common/errors/index.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
/** A report reads all calls of its days. */
export const MAX_REPORT_DAYS = 366;

interface Span {
  readonly from: Date;
  readonly to: Date;
}

@Injectable()
export class ReportSpan {
  constructor(private readonly clock: Clock) {}

  /** @throws ApiError 400 for an empty or too long span */
  of(query: Partial<Span>): Span {
    const to = query.to ?? this.clock.now();
    const from = query.from ?? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS);
    if (from >= to) throw validationFailed('from must be before to.');
    if (to.getTime() - from.getTime() > MAX_REPORT_DAYS * DAY_MS) {
      throw validationFailed(
        `from and to must be at most ${MAX_REPORT_DAYS} days apart. Ask for a part of it.`,
      );
    }
    return { from, to };
  }
}
