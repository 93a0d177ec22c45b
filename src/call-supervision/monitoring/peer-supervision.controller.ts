import { Body, Controller, HttpCode, Post, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { IsString, MaxLength } from 'class-validator';
import { InstanceLease, PeerMessageSealer, PeersOnly } from '../../cluster/index.js';
import { Public } from '../../common/access/index.js';
import { notFound } from '../../common/errors/index.js';
import { SupervisedCalls } from './supervised-calls.js';
import { PEER_SUPERVISION_PATH, SupervisionAsk, type SupervisionOutcome } from './supervision-command.js';

export class SealedSupervisionBody {
  @IsString()
  @MaxLength(64_000)
  sealed = '';
}

/** Supervision commands that other instances forward for calls of this one. */
@Public()
@UseGuards(PeersOnly)
@ApiExcludeController()
@Controller(PEER_SUPERVISION_PATH)
export class PeerSupervisionController {
  constructor(
    private readonly lease: InstanceLease,
    private readonly sealer: PeerMessageSealer,
    private readonly calls: SupervisedCalls,
  ) {}

  @Post()
  @HttpCode(200)
  async run(@Body() { sealed }: SealedSupervisionBody): Promise<SupervisionOutcome> {
    const asked = this.sealer.open(sealed, SupervisionAsk);
    if (asked?.instanceId !== this.lease.instanceId) throw notFound();
    return await this.calls.run(asked.sessionId, asked.by, asked.command);
  }
}
