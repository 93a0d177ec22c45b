import { Injectable } from '@nestjs/common';
import { TelephonyMetrics } from '../metrics/telephony-metrics.js';
import type { Trunk } from '../trunks/trunk.js';
import { SipNotes } from './sip-notes.service.js';

/** A call that was not let in, or not taken. */
export interface RefusedCall {
  /** Whose call it may have been. */
  readonly trunks: readonly Pick<Trunk, 'id'>[];
  readonly callId: string;
  readonly address: string;
  /** Undefined where nobody has shown that the call is of the trunk: numbers of others are not told. */
  readonly parties: { readonly caller: string; readonly called: string } | undefined;
  /** SIP status of our answer. */
  readonly status: number;
  /** One word of a fixed list, for metrics. */
  readonly cause: string;
  /** In words, for whoever set the trunk up. */
  readonly reason: string;
}

const MAX_TEXT_CHARACTERS = 300;

/** Counts the calls that were refused, and keeps why, for each trunk. */
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
