import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { Public } from '../../common/access/index.js';
import { notFound } from '../../common/errors/index.js';
import { InstanceLease } from '../instances/instance-lease.js';
import { PeerRequestHandler } from './peer-request-handler.js';
import { PeersOnly } from './peer-listener.js';
import { PeerMessageSealer } from './peer-message-sealer.js';
import { PEER_PATH, PeerAsk, type PeerOutcome } from './peer-messages.js';

/** A sealed request from another instance. */
export class PeerBody {
  @IsString()
  @MaxLength(4_096)
  sealed = '';
}

/** Requests from other instances. They need the instance secret; without it the path does not exist. */
@Public()
@UseGuards(PeersOnly)
@ApiExcludeController()
@Controller(PEER_PATH)
export class PeerController {
  constructor(
    private readonly lease: InstanceLease,
    private readonly sealer: PeerMessageSealer,
    private readonly handler: PeerRequestHandler,
  ) {}

  @Post()
  @HttpCode(200)
  async answer(@Body() { sealed }: PeerBody): Promise<{ outcome: PeerOutcome }> {
    const asked = this.sealer.open(sealed, PeerAsk);
    if (!asked) throw notFound();
    if (asked.instanceId !== this.lease.instanceId) return { outcome: 'another-instance' };
    return { outcome: await this.handler.answer(asked as PeerAsk) };
  }
}
