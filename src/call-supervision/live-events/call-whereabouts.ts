import { Injectable } from '@nestjs/common';
import { CallOwnership } from '../../conversations/index.js';
import { parseSnapshot } from '../../call-admission/index.js';

/** The instance that owns a call, or owned it at its end. */
export interface Whereabouts {
  readonly instanceId: string;
  /** Undefined if unknown. */
  readonly address: string | undefined;
  /** Base64 hash of the token that began the call; undefined if not recorded. */
  readonly tokenHash: string | undefined;
  /** Undefined while the call runs. */
  readonly endReason: string | undefined;
}

/** Finds the instance that owns a call. */
@Injectable()
export class CallWhereabouts {
  constructor(private readonly ownership: CallOwnership) {}

  /**
   * Undefined for an unknown session.
   * @throws when the database is unreachable
   */
  async find(sessionId: string): Promise<Whereabouts | undefined> {
    const found = await this.ownership.find(sessionId);
    if (found) {
      const { instanceId, address } = found.owner;
      return { instanceId, address, tokenHash: parseSnapshot(found.state)?.tokenHash, endReason: undefined };
    }
    const last = await this.ownership.lastOwner(sessionId);
    return last && { ...last, tokenHash: undefined };
  }
}
