import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { type Actor, CurrentActor } from '../../common/access/index.js';
import { Operation, shape } from '../../http/openapi/index.js';
import { BeginMonitorDto, GiveBackDto, WhisperDto } from './supervision.dto.js';
import {
  ECHO,
  HAS_PERSON,
  NO_INSTRUCTIONS,
  NO_MONITOR,
  NOT_CONNECTED,
  NOT_RUNNING,
} from './supervision-refusals.js';
import { NOT_TAKEN, OUT_OF_REACH, TAKEN, TOO_FAST, TOO_MANY } from './supervision-refusals.js';
import { SupervisionService } from './supervision.service.js';

const MonitorSchema = shape('CallMonitor', {
  monitorId: Type.String(),
  sdp: Type.String({
    description: 'The SDP answer, with the candidates of the instance that runs the call.',
  }),
});

const access = { scope: 'calls:supervise', limits: { agents: 'own', environments: 'own' } } as const;
const NO_CONVERSATION = { CONVERSATIONS_NOT_FOUND: 'No such conversation.' };
const AWAY = { 503: { SERVICE_UNAVAILABLE: OUT_OF_REACH } };

@ApiTags('Conversations')
@Controller('v1/conversations/:conversationId')
export class SupervisionController {
  constructor(private readonly supervision: SupervisionService) {}

  @Post('monitors')
  @Operation({
    ...access,
    summary: 'Listen to a running call',
    description:
      'Answers a WebRTC offer: both sides of the call are heard over it, from whichever instance runs the call, until the connection or ' +
      'the call ends. The caller hears nothing. Where the call moves to another instance, the connection ends: offer again.',
    body: { dto: BeginMonitorDto, example: { sdp: 'v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\n…' } },
    status: 201,
    response: {
      schema: MonitorSchema,
      example: { monitorId: 'mon_3kT9wLq2Zx7BvN5mR8pYcD', sdp: 'v=0\r\n…' },
    },
    errors: { 404: NO_CONVERSATION, 409: { ...NOT_RUNNING, ...ECHO }, 429: TOO_MANY, ...AWAY },
  })
  begin(@CurrentActor() actor: Actor, @Param('conversationId') id: string, @Body() { sdp }: BeginMonitorDto) {
    return this.supervision.run(actor, id, { kind: 'monitor', sdp });
  }

  @Delete('monitors/:monitorId')
  @Operation({
    ...access,
    summary: 'Stop listening',
    description: 'An agent whose call you had taken over is back at once.',
    status: 204,
    errors: { 404: { ...NO_CONVERSATION, ...NO_MONITOR }, 409: NOT_RUNNING, ...AWAY },
  })
  async leave(
    @CurrentActor() actor: Actor,
    @Param('conversationId') id: string,
    @Param('monitorId') monitorId: string,
  ): Promise<void> {
    await this.supervision.run(actor, id, { kind: 'leave', monitorId });
  }

  @Post('monitors/:monitorId/take-over')
  @Operation({
    ...access,
    summary: 'Speak to the caller in place of the agent',
    description:
      'The agent is silent at once, and the caller hears what you send over the connection of the monitor. Where nothing comes from you ' +
      'for two seconds, the agent is back.',
    status: 204,
    errors: {
      404: { ...NO_CONVERSATION, ...NO_MONITOR },
      409: { ...NOT_RUNNING, ...NOT_CONNECTED, ...TAKEN, ...HAS_PERSON },
      ...AWAY,
    },
  })
  async takeOver(
    @CurrentActor() actor: Actor,
    @Param('conversationId') id: string,
    @Param('monitorId') monitorId: string,
  ): Promise<void> {
    await this.supervision.run(actor, id, { kind: 'take-over', monitorId });
  }

  @Post('monitors/:monitorId/give-back')
  @Operation({
    ...access,
    summary: 'Give the caller back to the agent',
    body: { dto: GiveBackDto, example: { note: 'I promised her a refund of 20 pounds by Friday.' } },
    status: 204,
    errors: { 404: { ...NO_CONVERSATION, ...NO_MONITOR }, 409: { ...NOT_RUNNING, ...NOT_TAKEN }, ...AWAY },
  })
  async giveBack(
    @CurrentActor() actor: Actor,
    @Param('conversationId') id: string,
    @Param('monitorId') monitorId: string,
    @Body() { note }: GiveBackDto,
  ): Promise<void> {
    await this.supervision.run(actor, id, {
      kind: 'give-back',
      monitorId,
      ...(note !== undefined && { note }),
    });
  }

  @Post('whispers')
  @Operation({
    ...access,
    summary: 'Instruct the agent of a running call',
    description: 'The agent’s model gets it for its next answers. The caller hears nothing of it.',
    body: { dto: WhisperDto, example: { text: 'Offer her the appointment on Tuesday.' } },
    status: 204,
    errors: {
      404: NO_CONVERSATION,
      409: { ...NOT_RUNNING, ...TAKEN, ...NO_INSTRUCTIONS },
      429: TOO_FAST,
      ...AWAY,
    },
  })
  async whisper(
    @CurrentActor() actor: Actor,
    @Param('conversationId') id: string,
    @Body() { text }: WhisperDto,
  ): Promise<void> {
    await this.supervision.run(actor, id, { kind: 'whisper', text });
  }
}
