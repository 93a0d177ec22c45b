import { toE164 } from '../../common/phone-numbers/index.js';
import type { ReferOutcome, ReferTarget } from '../../sip/index.js';
import type {
  CallAction,
  CallControl,
  DigitsOutcome,
  TransferDestination,
  TransferFailure,
  TransferOptions,
  TransferOutcome,
} from '../../voice/index.js';
import type { KeptLeg, PhoneCall } from './phone-call.js';

export interface PhoneControlLimits {
  /** How long to wait for the result of a transfer. */
  readonly transferTimeoutMs: number;
  /** Never transfer to numbers with these prefixes, even if a document names one. */
  readonly blockedPrefixes: readonly string[];
}

/** Excludes characters that would end the angle brackets or inject a header. */
const SIP_URI =
  /^sips?:[A-Za-z0-9._~!$&'()*+,;=%-]{1,100}@[A-Za-z0-9.-]{1,200}(:\d{1,5})?(;[A-Za-z0-9=.-]{1,100})*$/;

/** Call control over the phone line: DTMF and transfers. */
export class PhoneControl implements CallControl {
  readonly can: ReadonlySet<CallAction> = new Set(['transfer', 'dtmf']);
  private isTransferring = false;
  private call: PhoneCall | undefined;
  private mayMove = true;

  constructor(private readonly limits: PhoneControlLimits) {}

  /**
   * Sets the call once it exists.
   * @param mayMove Whether another process could resume it.
   */
  attach(call: PhoneCall, mayMove = true): void {
    this.call = call;
    this.mayMove = mayMove;
  }

  /** The snapshot for failover: the given line data plus the leg. */
  keptWith<Known extends object>(line: Known): (Known & KeptLeg) | undefined {
    const leg = this.mayMove ? this.call?.kept() : undefined;
    return leg && { ...line, ...leg };
  }

  async transfer(destination: TransferDestination, { warm }: TransferOptions): Promise<TransferOutcome> {
    const target = lineTarget(destination, this.limits);
    if (!target) return failed('not-allowed');
    const { call } = this;
    if (warm || this.isTransferring || !call) return failed('not-possible');
    this.isTransferring = true;
    try {
      return outcomeOf(await call.refer(target, this.limits.transferTimeoutMs));
    } finally {
      this.isTransferring = false;
    }
  }

  async sendDigits(digits: string): Promise<DigitsOutcome> {
    if (await this.call?.pressKeys(digits)) return { kind: 'done' };
    return { kind: 'failed', reason: this.call?.hasEnded ? 'call-ended' : 'not-possible' };
  }
}

/** Resolves a transfer destination; undefined if this service must not call it. */
export function lineTarget(
  destination: TransferDestination,
  { blockedPrefixes }: Pick<PhoneControlLimits, 'blockedPrefixes'>,
): ReferTarget | undefined {
  if (destination.kind === 'sip-uri') {
    return SIP_URI.test(destination.uri) ? { uri: destination.uri } : undefined;
  }
  const { number } = destination;
  const isBlocked = blockedPrefixes.some((prefix) => number.startsWith(prefix));
  return toE164(number, undefined) === number && !isBlocked ? { user: number } : undefined;
}

function outcomeOf(outcome: ReferOutcome): TransferOutcome {
  switch (outcome.kind) {
    case 'done':
      return { kind: 'done' };
    case 'refused':
      return failed(failureOf(outcome.status));
    case 'silent':
      return failed('timeout');
    case 'call-ended':
      return failed('call-ended');
  }
}

/** RFC 3261, 21. */
function failureOf(status: number): TransferFailure {
  switch (status) {
    case 486:
    case 600:
      return 'busy';
    case 408:
    case 480:
    case 487:
      return 'no-answer';
    case 403:
    case 603:
      return 'rejected';
    case 405:
    case 420:
    case 489:
    case 491:
    case 501:
      return 'not-possible';
    default:
      return 'unreachable';
  }
}

const failed = (reason: TransferFailure): TransferOutcome => ({ kind: 'failed', reason });
