import { Body, Controller, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { type Actor, CurrentActor } from '../common/access/index.js';
import { whileConnected } from '../http/index.js';
import { Operation } from '../http/openapi/index.js';
import { ReadWebsiteDto, SuggestAgentDto } from './agent-suggestion.dto.js';
import {
  AGENT_SUGGESTION_EXAMPLE,
  AgentSuggestionSchema,
  WEBSITE_PAGES_EXAMPLE,
  WebsitePagesSchema,
} from './agent-suggestion.schema.js';
import { AgentSuggester, NO_MODEL } from './agent-suggester.js';
import { WebsiteReader } from './website-reader.js';

/** The beginning of an agent, from a sentence and a website. */
@ApiTags('Agents')
@Controller('v1')
export class AgentSuggestionsController {
  constructor(
    private readonly websites: WebsiteReader,
    private readonly suggester: AgentSuggester,
  ) {}

  @Post('website-pages')
  @Operation({
    id: 'website-pages.read',
    summary: 'Read the text of a website',
    description:
      'The page at the address, and up to seven pages of the same site that it links to, those about hours, prices, services and contact first. ' +
      'It reads public addresses over https, up to 1 MiB a page and 48,000 characters in all. Nothing is stored.',
    scope: 'agents:write',
    limits: { agents: 'any', environments: 'any' },
    status: 200,
    body: { dto: ReadWebsiteDto, example: { url: 'smile.example' } },
    response: { schema: WebsitePagesSchema, example: WEBSITE_PAGES_EXAMPLE },
    errors: { 422: { WEBSITE_UNREADABLE: 'The website could not be read: it did not answer in time.' } },
  })
  async readWebsite(
    @CurrentActor() { accountId }: Actor,
    @Body() { url }: ReadWebsiteDto,
    @Req() request: FastifyRequest,
  ) {
    return { pages: await whileConnected(request, (gone) => this.websites.read(accountId, url, gone)) };
  }

  @Post('agent-suggestions')
  @Operation({
    id: 'agent-suggestions.create',
    summary: 'Have a language model suggest an agent',
    description:
      'The first language model of the account, or of the instance, writes the parts of an agent from a description and pages of a website. ' +
      'It is a suggestion to review: nothing is stored, and facts may be wrong. A real request, which the provider may charge for.',
    scope: 'agents:write',
    limits: { agents: 'any', environments: 'any' },
    status: 200,
    body: {
      dto: SuggestAgentDto,
      example: { description: 'Reception of my dental practice Bright Smile', ...WEBSITE_PAGES_EXAMPLE },
    },
    response: { schema: AgentSuggestionSchema, example: AGENT_SUGGESTION_EXAMPLE },
    errors: {
      409: { MODEL_NOT_CONFIGURED: NO_MODEL },
      502: {
        AGENT_FAILURE:
          'The language model could not write a draft: The provider did not respond in time. (PROVIDER_TIMEOUT)',
      },
    },
  })
  suggest(
    @CurrentActor() { accountId }: Actor,
    @Body() { description, pages = [] }: SuggestAgentDto,
    @Req() request: FastifyRequest,
  ) {
    return whileConnected(request, (gone) => this.suggester.suggest(accountId, { description, pages }, gone));
  }
}
