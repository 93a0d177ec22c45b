import { Controller, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Operation, responseShape } from '../../http/openapi/index.js';
import { draftCase } from '../recorded/draft-case.js';
import { CONVERSATION_WITHOUT_WORDS, RecordedCalls } from '../recorded/recorded-calls.service.js';
import { TestCaseBodySchema } from '../script/test-script.js';
import { CASE_BODY_EXAMPLE } from './test-set.example.js';

const DraftSchema = responseShape({ testCase: TestCaseBodySchema });

@ApiTags('Test sets')
@Controller('v1/conversations')
export class CaseDraftsController {
  constructor(private readonly calls: RecordedCalls) {}

  @Post(':conversationId/test-case')
  @Operation({
    summary: 'Draft a test case from a conversation',
    description:
      'Gives what POST …/test-sets/{testSetId}/cases takes, and keeps nothing. The caller says what it said, the tools ' +
      'answer what they answered, and the agent is expected to call the same tools and to say the same in substance.',
    scope: 'conversations:read',
    limits: { agents: 'own' },
    status: 200,
    response: { schema: DraftSchema, example: { testCase: CASE_BODY_EXAMPLE } },
    errors: { 404: { CONVERSATIONS_NOT_FOUND: 'No such conversation.' }, 409: CONVERSATION_WITHOUT_WORDS },
  })
  async draft(@CurrentPrincipal() principal: Principal, @Param('conversationId') id: string) {
    const { call, startedAt } = await this.calls.get(principal, id);
    return { testCase: draftCase(`Call of ${startedAt.toISOString().slice(0, 16)}`, call) };
  }
}
