import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { Public } from '../../common/access/index.js';
import { Clock } from '../../common/clock/index.js';
import { notFound } from '../../common/errors/index.js';
import { InstanceKeys, SealedSecretError, type SecretBox } from '../../common/secrets/index.js';
import { InstanceLease } from '../../conversations/index.js';
import { PeerDesk } from './peer-desk.js';
import { parseAsk, PEER_PATH, PEER_PURPOSE, type PeerAsk, type PeerOutcome } from './release-message.js';

/** How far the clocks of two instances may differ. */
const MAX_AGE_MS = 60_000;

class PeerBody {
  @IsString()
  @MaxLength(4_096)
  sealed = '';
}

/** What other instances ask of this one. It takes the instance secret to ask; for others the path does not exist. */
@Public()
@ApiExcludeController()
@Controller(PEER_PATH)
export class PeerController {
  private readonly box: SecretBox;

  constructor(
    keys: InstanceKeys,
    private readonly lease: InstanceLease,
    private readonly clock: Clock,
    private readonly desk: PeerDesk,
  ) {
    this.box = keys.secretBox(PEER_PURPOSE);
  }

  @Post()
  @HttpCode(200)
  async answer(@Body() { sealed }: PeerBody): Promise<{ outcome: PeerOutcome }> {
    const asked = this.open(sealed);
    if (!asked) throw notFound();
    if (asked.instanceId !== this.lease.instanceId) return { outcome: 'another-instance' };
    const outcome =
      asked.kind === 'release'
        ? await this.desk.giveUp(asked.sessionId, asked.epoch)
        : await this.desk.hangUp(asked.sessionId, asked.epoch);
    return { outcome };
  }

  private open(sealed: string): PeerAsk | undefined {
    const asked = this.opened(sealed);
    const isFresh = asked && Math.abs(this.clock.now().getTime() - asked.atMs) < MAX_AGE_MS;
    return isFresh ? asked : undefined;
  }

  private opened(sealed: string): PeerAsk | undefined {
    try {
      return parseAsk(this.box.open(sealed, PEER_PURPOSE));
    } catch (error) {
      if (error instanceof SealedSecretError) return undefined;
      throw error;
    }
  }
}
