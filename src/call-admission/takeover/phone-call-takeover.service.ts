import { Injectable } from '@nestjs/common';
import type { CallGrant } from '../../auth/index.js';
import { Clock } from '../../common/clock/index.js';
import { nowMs } from '../../common/tracing/index.js';
import {
  CallOwnership,
  ConversationRecorder,
  type RemoteCallRecord,
  type RecordedTakeover,
} from '../../conversations/index.js';
import { AdmissionService } from '../admission.service.js';
import { type CallOffer, CallPreparation, type PreparedCall } from '../call-preparation.js';
import type { ClientConnection } from '../../call-client/index.js';
import { LiveCalls } from '../../cluster/index.js';
import { asBegun, CallTakeoverService, type ClaimedEarlier, release } from './call-takeover.service.js';
import { type CallSnapshot, type EarlierOfCall, parseSnapshot } from '../call-snapshot.js';
import type { TakenPhoneCall } from './taken-phone-call.js';

/** A phone call that another process had. */
export interface RemotePhoneCall {
  readonly accountId: string;
  readonly agentId: string;
  readonly target: CallGrant['target'];
  readonly variables: Readonly<Record<string, unknown>>;
  /** The former owner's snapshot of the line. */
  readonly line: Readonly<Record<string, unknown>>;
}

/** Restores such a call; undefined if this process cannot. */
export type RestorePhoneCall = (call: RemotePhoneCall) => CallOffer | undefined;

type ResumeCall = (
  offer: CallOffer,
  prepared: PreparedCall,
  connection: ClientConnection,
  earlier: EarlierOfCall,
) => { readonly sessionId: string };

/** A call claimed for this process. It begins here, or its record ends. */
interface ClaimedPhoneCall {
  readonly found: RemoteCallRecord;
  readonly earlier: ClaimedEarlier;
  readonly offer: CallOffer;
  /** The obstacle, if the call cannot continue. */
  readonly ready: PreparedCall | 'with-person' | 'not-possible';
  readonly beganMs: number;
}

/** Takes over phone calls of other processes. Phones do not reconnect by themselves, so no token is involved. */
@Injectable()
export class PhoneCallTakeoverService {
  constructor(
    private readonly ownership: CallOwnership,
    private readonly admissions: AdmissionService,
    private readonly preparation: CallPreparation,
    private readonly takeovers: CallTakeoverService,
    private readonly recorder: ConversationRecorder,
    private readonly live: LiveCalls,
    private readonly clock: Clock,
  ) {}

  /**
   * @param begin Begins the call in this process.
   * @returns Undefined if this process is full, the owner still has the call, another instance was faster, or the call
   * is over.
   * @throws when the database is unreachable
   */
  async take(
    sessionId: string,
    restore: RestorePhoneCall,
    begin: ResumeCall,
  ): Promise<TakenPhoneCall | undefined> {
    const claimed = await this.claim(sessionId, restore);
    if (!claimed) return undefined;
    const { ready, offer, earlier } = claimed;
    const came = () => this.live.came(sessionId);
    return {
      line: earlier.snapshot.line ?? {},
      person: earlier.snapshot.person,
      obstacle: typeof ready === 'string' ? ready : undefined,
      begin: (connection) => {
        if (typeof ready === 'string') throw new Error('a call was started that cannot be resumed');
        came();
        return begin(offer, ready, connection, { ...earlier, news: this.newsOf(claimed, 'gone-on') });
      },
      end: (outcome, status) => this.end(claimed, outcome, status).finally(came),
    };
  }

  private async claim(sessionId: string, restore: RestorePhoneCall): Promise<ClaimedPhoneCall | undefined> {
    const beganMs = nowMs();
    const found = await this.ownership.find(sessionId);
    const snapshot = parseSnapshot(found?.state);
    const offer = found && snapshot && restoredBy(restore, found, snapshot);
    if (!offer) return undefined;
    const ready = snapshot.person ? 'with-person' : await this.prepare(offer, snapshot, found, beganMs);
    if (ready === 'no-room') return undefined;
    const earlier = await this.takeovers.claim(sessionId, found).catch((error: unknown) => {
      giveBack(ready);
      throw error;
    });
    if (!('kind' in earlier))
      return { found, earlier, offer: asBegun(offer, earlier.snapshot), ready, beganMs };
    giveBack(ready);
    return undefined;
  }

  /** The record's entry for the takeover or its failure. */
  private newsOf(
    { earlier, beganMs }: ClaimedPhoneCall,
    outcome: RecordedTakeover['outcome'],
    status?: number,
  ) {
    const afterMs = nowMs() - beganMs;
    const { from } = earlier;
    const how = { from, outcome, ...(status !== undefined && { status }), afterMs };
    return { kind: 'carry-on' as const, at: this.clock.now(), ...how };
  }

  /** No process continues the call: its record ends. */
  private async end(
    claimed: ClaimedPhoneCall,
    outcome: RecordedTakeover['outcome'],
    status?: number,
  ): Promise<void> {
    const { found, earlier, ready } = claimed;
    giveBack(ready);
    const { accountId, agentId } = found;
    const { sessionId, startedAt, snapshot } = earlier;
    const { target, mode } = snapshot;
    const details = { sessionId, accountId, agentId, target, mode, adapter: '', startedAt, byLine: true };
    const record = this.recorder.begin(details, earlier.record);
    record.event(this.newsOf(claimed, outcome, status));
    const isHungUp = outcome === 'hung-up';
    const reason = isHungUp ? 'client-close' : 'instance-lost';
    await record.end({ at: this.clock.now(), reason, crashed: !isHungUp });
  }

  private async prepare(
    offer: CallOffer,
    snapshot: CallSnapshot,
    found: RemoteCallRecord,
    beganMs: number,
  ): Promise<PreparedCall | 'no-room' | 'not-possible'> {
    const admission = await this.admissions.readmit(offer, snapshot, found);
    if (admission.kind === 'refused') return 'not-possible';
    const prepared = await this.preparation.prepareAgain(offer, admission, beganMs);
    return prepared.kind === 'refused' ? 'no-room' : prepared;
  }
}

function restoredBy(
  restore: RestorePhoneCall,
  found: RemoteCallRecord,
  snapshot: CallSnapshot,
): CallOffer | undefined {
  const { accountId, agentId } = found;
  const { target, variables, line } = snapshot;
  return line && restore({ accountId, agentId, target, variables, line });
}

function giveBack(ready: ClaimedPhoneCall['ready']): void {
  if (typeof ready === 'object') release(ready);
}
