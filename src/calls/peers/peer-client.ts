import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../common/config/index.js';
import type { FoundCall } from '../../conversations/index.js';
import { PeerLetters } from './peer-letters.js';
import { type PeerAsk, type PeerOutcome, parseOutcome, PEER_PATH } from './release-message.js';

/** Beyond the time that the other side waits for a sign of life of its client. */
const SLACK_MS = 1_500;

/** What became of a question: `gone` is proof that the process is no more, `silent` is none. */
export type PeerAnswer = PeerOutcome | 'gone' | 'silent';

/** Asks the instance that has a call. Addresses come from the database, where only instances write them. */
@Injectable()
export class PeerClient {
  constructor(
    private readonly letters: PeerLetters,
    private readonly config: AppConfig,
  ) {}

  /** Never throws. */
  async ask(kind: PeerAsk['kind'], sessionId: string, { epoch, owner }: FoundCall): Promise<PeerAnswer> {
    const { instanceId, address } = owner;
    if (address === undefined) return 'silent';
    const asked: PeerAsk = { kind, sessionId, epoch, instanceId };
    try {
      const answer = await fetch(`${address}/${PEER_PATH}`, {
        method: 'POST',
        redirect: 'error',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ sealed: this.letters.seal(asked) }),
        signal: AbortSignal.timeout(this.config.signaling.takeoverTimeoutMs + SLACK_MS),
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
