import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import type { RecordedOwner } from '../ownership/running-call.js';
import { PeerMessageSealer } from './peer-message-sealer.js';
import { type PeerAsk, type PeerOutcome, parseOutcome, PEER_PATH } from './peer-messages.js';

/** On top of the other side's timeout for a sign of life from its client. */
const SLACK_MS = 1_500;

/** How long the other side of a phone call may take to accept failover (re-INVITE), retries included. */
export const REINVITE_TIMEOUT_MS = 10_000;

/** Short, because a caller is waiting. */
const LOOK_MS = 1_000;
/** For an instance with an expired lease: no response means it is gone. */
const LAST_LOOK_MS = 400;

interface Peer {
  readonly id: string;
  readonly address: string | null;
}

/** The answer to a request: `gone` proves that the process has ended, `silent` proves nothing. */
export type PeerAnswer = PeerOutcome | 'gone' | 'silent';

/** Sends requests to other instances. Addresses come from the database, where only instances write them. */
@Injectable()
export class PeerClient {
  constructor(
    private readonly sealer: PeerMessageSealer,
    private readonly config: AppConfig,
  ) {}

  /** Asks the owner of a call. Never throws. */
  async ask(
    kind: 'release' | 'look' | 'hang-up',
    sessionId: string,
    { epoch, owner }: RecordedOwner,
  ): Promise<PeerAnswer> {
    const { instanceId, address } = owner;
    const lookMs = owner.isAlive || !owner.fences ? LOOK_MS : LAST_LOOK_MS;
    // Ping first: a frozen instance need not use up the longer timeout of one that checks its client.
    const sign = address === undefined ? 'silent' : await this.who(instanceId, address, lookMs);
    if (sign !== 'held') return sign;
    const waitMs = this.config.signaling.takeoverTimeoutMs + SLACK_MS;
    return this.askAt(address, { kind, sessionId, epoch, instanceId }, waitMs);
  }

  /** Asks an instance about a call that it may have taken over. Never throws. */
  look(
    { id, address }: Peer,
    { sessionId, epoch }: Pick<PeerAsk, 'sessionId' | 'epoch'>,
  ): Promise<PeerAnswer> {
    return this.askAt(address ?? undefined, { kind: 'look', sessionId, epoch, instanceId: id }, LOOK_MS);
  }

  /** Pings an instance. Never throws. */
  who(instanceId: string, address: string, withinMs = LOOK_MS): Promise<PeerAnswer> {
    return this.askAt(address, { kind: 'who', sessionId: '', epoch: 0, instanceId }, withinMs);
  }

  /** Asks an instance to renew this instance's lease. Never throws. */
  renew({ id, address }: Peer, from: string): Promise<PeerAnswer> {
    return this.askAt(
      address ?? undefined,
      { kind: 'renew', sessionId: '', epoch: 0, instanceId: id, from },
      LOOK_MS,
    );
  }

  /** Asks an instance to take over a phone call. Never throws. */
  async take(instanceId: string, address: string, sessionId: string): Promise<boolean> {
    const waitMs = REINVITE_TIMEOUT_MS + SLACK_MS;
    const asked: PeerAsk = { kind: 'take', sessionId, epoch: 0, instanceId };
    return (await this.askAt(address, asked, waitMs)) === 'done';
  }

  private async askAt(address: string | undefined, asked: PeerAsk, waitMs: number): Promise<PeerAnswer> {
    if (address === undefined) return 'silent';
    try {
      const answer = await fetch(`${address}/${PEER_PATH}`, {
        method: 'POST',
        redirect: 'error',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ sealed: this.sealer.seal(asked) }),
        signal: AbortSignal.timeout(waitMs),
      });
      return (answer.ok ? parseOutcome(await answer.text()) : undefined) ?? 'silent';
    } catch (error) {
      return isRefused(error) ? 'gone' : 'silent';
    }
  }
}

/** Nothing listens at the address. Any other error may be the network. */
function isRefused(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return cause?.code === 'ECONNREFUSED';
}
