import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type Principal,
  refuseAgentLimit,
} from '../../common/access/index.js';
import { forbidden, validationFailed } from '../../common/errors/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation, responseShape, shape, Timestamp } from '../../http/openapi/index.js';
import { AccountSecrets, type SecretDescription } from './account-secrets.service.js';
import { parseAllowedHost } from './operator-secrets.js';
import { PutSecretDto } from './secret.dto.js';

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

const SecretSchema = shape('ToolSecret', {
  name: Type.String(),
  allowedHosts: Type.Array(Type.String()),
  updatedBy: Type.String(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
const EXAMPLE = {
  name: 'BOOKING_KEY',
  allowedHosts: ['booking.example.com'],
  updatedBy: 'ada@example.com',
  createdAt: '2026-05-04T09:00:00.000Z',
  updatedAt: '2026-05-04T09:00:00.000Z',
};
const one = {
  schema: responseShape({ secret: SecretSchema }),
  example: { secret: EXAMPLE },
};
const unknown = { 404: { SECRET_NOT_FOUND: 'No such secret.' } };

/** Secrets for the tools of an account. Write-only: tools send them, and only to their hosts. */
@ApiTags('Secrets')
@Controller('v1/secrets')
export class SecretsController {
  constructor(private readonly secrets: AccountSecrets) {}

  @Get()
  @Operation({
    summary: 'List the secrets of the account by name, without their values',
    scope: 'secrets:read',
    limits: { environments: 'refused' },
    response: {
      schema: responseShape({ secrets: Type.Array(SecretSchema) }),
      example: { secrets: [EXAMPLE] },
    },
  })
  async list(@CurrentPrincipal() principal: Principal) {
    refuseLimitedKey(principal, 'read secrets');
    return { secrets: (await this.secrets.list(principal.accountId)).map(secretView) };
  }

  @Get(':secretName')
  @Operation({
    path: { secretName: NAME },
    summary: 'One secret, without its value',
    scope: 'secrets:read',
    limits: { environments: 'refused' },
    response: one,
    errors: unknown,
  })
  async get(@CurrentPrincipal() principal: Principal, @Param('secretName') name: string) {
    refuseLimitedKey(principal, 'read secrets');
    return { secret: secretView(await this.secrets.describe(principal.accountId, name)) };
  }

  @Put(':secretName')
  @Operation({
    path: { secretName: NAME },
    summary: 'Set a secret, or replace it',
    description:
      'Tools refer to it as `{{secret.NAME}}` in a header or a query parameter. It is sent to the allowed hosts only, never put into host or path, ' +
      'and nobody can read it again. A name has letters, digits and `_`, and does not begin with a digit.',
    scope: 'secrets:write',
    body: { dto: PutSecretDto, example: { value: 'k-3f9a', allowedHosts: ['booking.example.com'] } },
    response: one,
    errors: {
      422: { SECRET_LIMIT_REACHED: quotaExample('toolSecrets') },
    },
  })
  async put(@CurrentActor() actor: Actor, @Param('secretName') name: string, @Body() body: PutSecretDto) {
    refuseLimitedKey(actor, 'change secrets');
    if (!NAME.test(name)) {
      throw validationFailed(
        'name must have 1 to 100 letters, digits and _, and must not begin with a digit',
      );
    }
    const secret = { value: body.value, allowedHosts: body.allowedHosts.map(hostOf) };
    return { secret: secretView(await this.secrets.put(actor, name, secret)) };
  }

  @Delete(':secretName')
  @Operation({
    path: { secretName: NAME },
    summary: 'Delete a secret',
    description: 'Tools that refer to it are unusable within seconds on every process.',
    scope: 'secrets:write',
    errors: unknown,
  })
  async delete(@CurrentActor() actor: Actor, @Param('secretName') name: string): Promise<void> {
    refuseLimitedKey(actor, 'change secrets');
    await this.secrets.delete(actor, name);
  }
}

/** All agents and environments share secrets, so limited keys may not manage them. @throws ApiError 403. */
function refuseLimitedKey(principal: Principal, what: string): void {
  refuseAgentLimit(principal, what);
  if (principal.environments === undefined) return;
  throw forbidden(
    `The API key may not ${what}: it is limited to some environments. Use a key without that limit.`,
  );
}

function hostOf(text: string): string {
  const host = parseAllowedHost(text);
  if (host !== undefined) return host;
  throw validationFailed(
    'each value in allowedHosts must be a host like api.example.com or api.example.com:8443',
  );
}

const secretView = ({ name, allowedHosts, updatedBy, createdAt, updatedAt }: SecretDescription) => ({
  name,
  allowedHosts,
  updatedBy,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
