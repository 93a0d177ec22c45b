import { Injectable } from '@nestjs/common';
import type { Call } from './call.js';

/** The calls that run in this process. */
@Injectable()
export class LiveCalls {
  readonly bySession = new Map<string, Call>();

  all(): Call[] {
    return [...this.bySession.values()];
  }
}
