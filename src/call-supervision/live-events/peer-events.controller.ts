import { Body, Controller, Post, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../../common/access/index.js';
import { notFound } from '../../common/errors/index.js';
import { InstanceLease, PeerBody, PeersOnly, PeerMessageSealer } from '../../cluster/index.js';
import { LiveEvents } from './live-events.service.js';
import { EventsAsk, PEER_EVENTS_PATH } from './remote-source.js';

/** The live events of this instance's calls, for other instances that serve clients. */
@Public()
@UseGuards(PeersOnly)
@ApiExcludeController()
@Controller(PEER_EVENTS_PATH)
export class PeerEventsController {
  constructor(
    private readonly lease: InstanceLease,
    private readonly sealer: PeerMessageSealer,
    private readonly events: LiveEvents,
  ) {}

  @Post()
  open(@Body() { sealed }: PeerBody, @Res() reply: FastifyReply): void {
    const asked = this.sealer.open(sealed, EventsAsk);
    if (asked?.instanceId !== this.lease.instanceId) throw notFound();
    const stream = this.events.serve(asked.sessionId, Buffer.from(asked.tokenHash, 'base64'));
    if (stream === 'unknown') throw notFound();
    void reply.status(200).header('Content-Type', 'text/event-stream; charset=utf-8').send(stream);
  }
}
