import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../common/access/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../http/idempotency/index.js';
import { quotaExample } from '../quotas/index.js';
import { Operation } from '../http/openapi/index.js';
import { PageQuery } from '../http/pagination/index.js';
import { ApiKeyAdmin } from './api-key-admin.service.js';
import { keyWithinMaker } from './key-policy.js';
import { CreateApiKeyDto } from './api-key.dto.js';
import { API_KEY_EXAMPLE, ApiKeyListSchema, apiKeyView, NewApiKeySchema } from './api-key.schema.js';

@ApiTags('API keys')
@Controller('v1/api-keys')
export class ApiKeysController {
  constructor(
    private readonly keys: ApiKeyAdmin,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Post()
  @Operation({
    summary: 'Create an API key',
    description:
      'The key is shown this once, and can have no scope that its maker lacks. A key that is limited to agents or environments makes keys within its limits only; one that expires ' +
      'makes none that live longer. A key of somebody else (`ownerEmail`) takes the scope `keys:delegate` as well.',
    scope: 'keys:admin',
    limits: { agents: 'own', environments: 'own' },
    status: 201,
    body: {
      dto: CreateApiKeyDto,
      example: {
        name: 'Deploy from CI',
        scopes: ['deployments:read', 'deployments:write'],
        environments: ['sandbox'],
      },
    },
    response: {
      schema: NewApiKeySchema,
      example: { ...API_KEY_EXAMPLE, key: 'esk_q3Zt…' },
    },
    errors: {
      409: { API_KEY_LIMIT_REACHED: quotaExample('apiKeys') },
    },
    idempotent: true,
  })
  create(
    @CurrentActor() actor: Actor,
    @Idempotency('secret') idempotency: IdempotencyContext,
    @Body() { ownerEmail, ...body }: CreateApiKeyDto,
  ) {
    const wanted = keyWithinMaker(actor, { ...body, ownerEmail: ownerEmail ?? actor.email });
    return this.idempotency.run(idempotency, async (transaction) => {
      const { row, secret } = await this.keys.create(transaction, actor, wanted);
      return { ...apiKeyView(row), key: secret };
    });
  }

  @Get()
  @Operation({
    summary: 'List the API keys of the account, newest first',
    description: 'A limited key sees those within its limits.',
    scope: 'keys:admin',
    limits: { agents: 'own', environments: 'own' },
    query: PageQuery,
    response: { schema: ApiKeyListSchema, example: { apiKeys: [API_KEY_EXAMPLE] } },
  })
  async list(@CurrentPrincipal() principal: Principal, @Query() query: PageQuery) {
    const { rows, ...page } = await this.keys.list(principal, query);
    return { apiKeys: rows.map(apiKeyView), ...page };
  }

  @Delete(':keyId')
  @Operation({
    summary: 'Revoke an API key',
    description:
      'It stops working within a second on every process. A limited key can revoke keys within its limits only.',
    scope: 'keys:admin',
    limits: { agents: 'own', environments: 'own' },
    errors: { 404: { API_KEY_NOT_FOUND: 'No such API key.' } },
  })
  async revoke(@CurrentActor() actor: Actor, @Param('keyId') keyId: string): Promise<void> {
    await this.keys.revoke(actor, keyId);
  }
}
