import { Injectable } from '@nestjs/common';
import type { Static, TObject } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { Clock } from '../../common/clock/index.js';
import { InstanceKeys, SealedSecretError, type SecretBox } from '../../common/secrets/index.js';

/** What the key of these messages is made for. */
const PURPOSE = 'peer-request';

/** How far the clocks of two instances may differ. */
const MAX_AGE_MS = 60_000;

/** What instances write to each other: sealed with the instance secret, so nobody else can write it or read it. */
@Injectable()
export class PeerLetters {
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

  /** Undefined for what no instance has sealed just now, and for what is not of this shape. */
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
