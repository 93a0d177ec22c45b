import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import type { FoundCall } from '../../conversations/index.js';
import { PeerLetters } from './peer-letters.js';
import { type PeerAsk, type PeerOutcome, parseOutcome, PEER_PATH } from './release-message.js';

/** Beyond the time that the other side waits for a sign of life of its client. */
const SLACK_MS = 1_500;

/** Of a caller who waits. */
const LOOK_MS = 1_000;

interface Peer {
  readonly id: string;
  readonly address: string | null;
}

/** What became of a question: `gone` is proof that the process is no more, `silent` is none. */
export type PeerAnswer = PeerOutcome | 'gone' | 'silent';

/** Asks the instance that has a call. Addresses come from the database, where only instances write them. */
@Injectable()
export class PeerClient {
  constructor(
    private readonly letters: PeerLetters,
    private readonly config: AppConfig,
  ) {}

  /** Asks the owner of a call. Never throws. */
  async ask(
    kind: 'release' | 'look' | 'hang-up',
    sessionId: string,
    { epoch, owner }: FoundCall,
  ): Promise<PeerAnswer> {
    const { instanceId, address } = owner;
    // One that is frozen is not waited for as long as one that looks for its client.
    const sign = address === undefined ? 'silent' : await this.who(instanceId, address);
    if (sign !== 'held') return sign;
    const waitMs = this.config.signaling.takeoverTimeoutMs + SLACK_MS;
    return this.askAt(address, { kind, sessionId, epoch, instanceId }, waitMs);
  }

  /** What an instance says of a call that may have come to it. Never throws. */
  look(
    { id, address }: Peer,
    { sessionId, epoch }: Pick<PeerAsk, 'sessionId' | 'epoch'>,
  ): Promise<PeerAnswer> {
    return this.askAt(address ?? undefined, { kind: 'look', sessionId, epoch, instanceId: id }, LOOK_MS);
  }

  /** Whether an instance is there still. Never throws. */
  who(instanceId: string, address: string): Promise<PeerAnswer> {
    return this.askAt(address, { kind: 'who', sessionId: '', epoch: 0, instanceId }, LOOK_MS);
  }

  /** Asks an instance to renew the lease of this one. Never throws. */
  renew({ id, address }: Peer, from: string): Promise<PeerAnswer> {
    return this.askAt(
      address ?? undefined,
      { kind: 'renew', sessionId: '', epoch: 0, instanceId: id, from },
      LOOK_MS,
    );
  }

  /** Asks an instance to go on with a phone call of another one. Never throws. */
  async take(instanceId: string, address: string, sessionId: string): Promise<boolean> {
    const waitMs = this.config.telephony.carryOnTimeoutMs + SLACK_MS;
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
        body: JSON.stringify({ sealed: this.letters.seal(asked) }),
        signal: AbortSignal.timeout(waitMs),
      });
      return (answer.ok ? parseOutcome(await answer.text()) : undefined) ?? 'silent';
    } catch (error) {
      return isRefused(error) ? 'gone' : 'silent';
    }
  }
}

/** Nobody listens there any more. Anything else may be the network. */
function isRefused(error: unknown): boolean {
  const { cause } = error as { readonly cause?: { readonly code?: unknown } };
  return cause?.code === 'ECONNREFUSED';
}
