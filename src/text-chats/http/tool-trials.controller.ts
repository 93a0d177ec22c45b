import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Static, Type } from '@sinclair/typebox';
import { type Actor, CurrentActor } from '../../common/access/index.js';
import { oneOf, Operation, orNull, shape } from '../../http/openapi/index.js';
import { ToolTrialsService } from '../tool-trials.service.js';
import { checkedVariables } from './debug-chat.dto.js';
import { TryToolDto } from './try-tool.dto.js';

const ToolTrialSchema = shape('ToolTrial', {
  outcome: oneOf(['ok', 'error', 'timeout', 'unknown']),
  code: orNull(Type.String(), {
    description: 'Why, unless it went well; `TOOL_UNKNOWN` where the draft has no such tool.',
  }),
  answer: Type.String({ description: 'What a model would be told, without secrets.' }),
  status: orNull(Type.Integer(), { description: 'Of the last answer over HTTP, where there was one.' }),
  attempts: Type.Integer({ minimum: 0, description: 'Requests that were sent.' }),
  durationMs: Type.Integer({ minimum: 0 }),
});

const EXAMPLE: Static<typeof ToolTrialSchema> = {
  outcome: 'ok',
  code: null,
  answer: '{"tables":[{"at":"20:00","seats":2}]}',
  status: 200,
  attempts: 1,
  durationMs: 84,
};

@ApiTags('Debug chat')
@Controller('v1/agents/:agentId/tool-trials')
export class ToolTrialsController {
  constructor(private readonly trials: ToolTrialsService) {}

  @Post()
  @Operation({
    id: 'tool-trials.run',
    summary: 'Call a tool of the draft once',
    description:
      'The request is really made, with the secrets and the limits of calls; its effects are real, too. An account may do so ' +
      'as often a minute as its quota toolTrialsPerMinute says.',
    scope: 'agents:write',
    limits: { environments: 'own' },
    status: 200,
    body: { dto: TryToolDto, example: { tool: 'look_up', arguments: { guests: 2 } } },
    response: { schema: ToolTrialSchema, example: EXAMPLE },
    errors: { 404: { PROJECT_NOT_FOUND: 'No such agent.' } },
  })
  async run(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Body() { tool, arguments: given = {}, variables, clientEnv = 'sandbox' }: TryToolDto,
  ): Promise<Static<typeof ToolTrialSchema>> {
    const call = checkedVariables(variables);
    const report = await this.trials.run(actor, agentId, { tool, arguments: given, call, clientEnv });
    const { outcome, code = null, answer, status = null, attempts, durationMs } = report;
    return { outcome, code, answer, status, attempts, durationMs };
  }
}
