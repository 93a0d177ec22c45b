import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../common/access/index.js';
import { Operation } from '../../http/openapi/index.js';
import { HangUpsService } from './hang-ups.service.js';

@ApiTags('Conversations')
@Controller('v1/conversations')
export class HangUpsController {
  constructor(private readonly hangUps: HangUpsService) {}

  @Post(':conversationId/hang-up')
  @Operation({
    summary: 'Hang a call up',
    description:
      'Ends the call, on whichever instance it runs: at once on this one, within a second on another. Its record then has the ' +
      'end reason `hung-up`. A call that is over stays as it is.',
    scope: 'calls:write',
    limits: { agents: 'own', environments: 'own' },
    status: 204,
    errors: {
      404: { CONVERSATIONS_NOT_FOUND: 'No such conversation.' },
      409: { CONVERSATION_NOT_A_CALL: 'This conversation is held in text: there is nothing to hang up.' },
    },
  })
  async create(@CurrentActor() actor: Actor, @Param('conversationId') conversationId: string): Promise<void> {
    await this.hangUps.ask(actor, conversationId);
  }
}
