import { Injectable } from '@nestjs/common';
import type { Static, TObject } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Clock } from '../../common/clock/index.js';
import { InstanceKeys, SealedSecretError, type SecretBox } from '../../common/secrets/index.js';

/** The purpose for which the key is derived. */
const PURPOSE = 'peer-request';

/** Maximum clock difference between two instances. */
const MAX_AGE_MS = 60_000;

/** Seals messages between instances with the instance secret, so that outsiders can neither read nor forge them. */
@Injectable()
export class PeerMessageSealer {
  private readonly box: SecretBox;

  constructor(
    keys: InstanceKeys,
    private readonly clock: Clock,
  ) {
    this.box = keys.secretBox(PURPOSE);
  }

  seal(content: object): string {
    const atMs = this.clock.now().getTime();
    return this.box.seal(JSON.stringify({ ...content, atMs }), PURPOSE);
  }

  /** Undefined unless an instance sealed it recently and it has this shape. */
  open<Shape extends TObject>(sealed: string, shape: Shape): Static<Shape> | undefined {
    const value = this.opened(sealed);
    if (!Value.Check(shape, value)) return undefined;
    const { atMs } = value as { atMs?: unknown };
    const isFresh = typeof atMs === 'number' && Math.abs(this.clock.now().getTime() - atMs) < MAX_AGE_MS;
    return isFresh ? value : undefined;
  }

  private opened(sealed: string): unknown {
    try {
      return JSON.parse(this.box.open(sealed, PURPOSE));
    } catch (error) {
      if (error instanceof SealedSecretError || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }
}
