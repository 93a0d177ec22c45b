import { Injectable } from '@nestjs/common';
import type {
  DialTransferTarget,
  TransferLegOutcome,
  TransferLegRequest,
} from '../../call-admission/index.js';
import { AppConfig } from '../../common/config/index.js';
import type { TransferFailure } from '../../voice/index.js';
import { lineTarget } from '../phone-call/phone-control.js';
import type { OutboundReason } from '../dialling/reasons.js';
import type { Trunk } from '../trunks/trunk.js';
import { TrunkDirectory } from '../trunks/trunk-directory.js';
import { LineDialler } from '../dialling/line-dialler.service.js';
import { routeToTransferTarget } from './transfer-route.js';

/** The call that is being transferred. */
export interface TransferOrigin {
  readonly trunk: Trunk;
  /** Our number in that call, shown to the person. */
  readonly ownNumber: string;
}

/** Dials transfer targets on a separate leg. */
@Injectable()
export class TransferLegs {
  constructor(
    private readonly directory: TrunkDirectory,
    private readonly dialler: LineDialler,
    private readonly config: AppConfig,
  ) {}

  forCall(origin: TransferOrigin): DialTransferTarget {
    return (request) => this.call(origin, request);
  }

  private async call(
    { trunk, ownNumber }: TransferOrigin,
    { destination, ...request }: TransferLegRequest,
  ): Promise<TransferLegOutcome> {
    const { telephony } = this.config;
    const isAllowed = lineTarget(destination, telephony) !== undefined;
    const others = this.directory.ofAccount(trunk.accountId);
    const route = isAllowed ? routeToTransferTarget(destination, trunk, others) : undefined;
    if (!route) return { kind: 'failed', reason: 'not-allowed' };
    const outcome = await this.dialler.dial({
      ...request,
      ...route,
      ownNumber,
      ringMs: telephony.transferTimeoutMs,
      onRinging: () => undefined,
    });
    if (outcome.kind === 'failed') return { kind: 'failed', reason: failureOf(outcome.reason) };
    const { media, over, call } = outcome;
    return { kind: 'answered', line: { media, over, kept: () => call.kept(), hangUp: () => call.cut() } };
  }
}

const FAILURES: Partial<Record<OutboundReason, TransferFailure>> = {
  busy: 'busy',
  limit: 'busy',
  no_answer: 'no-answer',
  rejected: 'rejected',
  cancelled: 'call-ended',
};

const failureOf = (reason: OutboundReason): TransferFailure => FAILURES[reason] ?? 'unreachable';
