import { Injectable } from '@nestjs/common';
import { TelephonyMetrics } from '../metrics/telephony-metrics.js';
import type { Trunk } from '../trunks/trunk.js';
import { SipNotes } from './sip-notes.service.js';

/** A rejected or unanswered call. */
export interface RefusedCall {
  /** Several if the trunk was not proven. */
  readonly trunks: readonly Pick<Trunk, 'id'>[];
  readonly callId: string;
  readonly address: string;
  /** Undefined until the call's trunk is proven: numbers must not leak to other accounts. */
  readonly parties: { readonly caller: string; readonly called: string } | undefined;
  /** SIP status of our response. */
  readonly status: number;
  /** One word from a fixed list, for metrics. */
  readonly cause: string;
  /** A description for the person who configured the trunk. */
  readonly reason: string;
}

const MAX_TEXT_CHARACTERS = 300;

/** Counts refused calls and keeps the reasons per trunk. */
@Injectable()
export class RefusedCalls {
  constructor(
    private readonly notes: SipNotes,
    private readonly metrics: TelephonyMetrics,
  ) {}

  note({ trunks, callId, address, parties, status, cause, reason }: RefusedCall): void {
    this.metrics.refused.inc({ cause });
    const details = {
      ...{ status, cause, reason: excerpt(reason), address },
      caller: parties ? excerpt(parties.caller) : null,
      called: parties ? excerpt(parties.called) : null,
    };
    for (const { id } of trunks) {
      this.notes.add({ trunkId: id, kind: 'refusal', callId, at: new Date(), details });
    }
  }
}

const excerpt = (text: string): string => text.slice(0, MAX_TEXT_CHARACTERS);
