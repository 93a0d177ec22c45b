import { Body, Controller, Get, Param, Patch, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { IsObject } from 'class-validator';
import {
  type Actor,
  CurrentActor,
  CurrentPrincipal,
  type EnvironmentName,
  ENVIRONMENTS,
  type Principal,
  refuseForeignEnvironment,
} from '../../common/access/index.js';
import { ApiError } from '../../common/errors/index.js';
import {
  Describe,
  oneOf,
  Operation,
  orNull,
  responseShape,
  shape,
  Timestamp,
} from '../../http/openapi/index.js';
import { type ConfigPage, RealTimeConfigs } from './real-time-configs.service.js';

class PutConfigSchemaDto {
  @IsObject()
  @Describe('JSON Schema that the variables must meet, of the subset that tools may use; `{}` for none.')
  schema!: Record<string, unknown>;
}

class PatchConfigVariablesDto {
  @IsObject()
  @Describe(
    'A JSON Merge Patch (RFC 7396): null removes a variable. Documents refer to one as `{{config.NAME}}`.',
  )
  variables!: Record<string, unknown>;
}

const AnyObject = Type.Record(Type.String(), Type.Unknown());
const PageSchema = shape('RealTimeConfig', {
  clientEnv: oneOf(ENVIRONMENTS),
  variables: AnyObject,
  schema: AnyObject,
  lastUpdated: orNull(Timestamp),
});
const EXAMPLE = {
  clientEnv: 'sandbox',
  variables: { openingHours: 'nine to five' },
  schema: { type: 'object', properties: { openingHours: { type: 'string', maxLength: 200 } } },
  lastUpdated: '2026-05-04T09:00:00.000Z',
};
const one = { schema: PageSchema, example: EXAMPLE };
const missing = { PROJECT_NOT_FOUND: 'No such agent.' };
const UNKNOWN_ENVIRONMENT = 'REAL_TIME_CONFIG_UNKNOWN_CLIENT_ENVIRONMENT';
const unknown = { [UNKNOWN_ENVIRONMENT]: 'clientEnv must be one of sandbox, pre-release, live.' };
const unfit = {
  REAL_TIME_CONFIG_INVALID_FOR_SCHEMA:
    'The variables do not meet the schema: variables.seats must be integer',
};
const path = { clientEnv: /^(sandbox|pre-release|live)$/ };

/** Values of an agent that change without a publish, from the next call on. */
@ApiTags('Real-time configs')
@Controller('v1/agents/:agentId/real-time-configs')
export class RealTimeConfigsController {
  constructor(private readonly configs: RealTimeConfigs) {}

  @Get()
  @Operation({
    summary: 'The real-time configs of an agent, one for each environment',
    scope: 'deployments:read',
    response: {
      schema: responseShape({ configPages: Type.Array(PageSchema) }),
      example: { configPages: [EXAMPLE] },
    },
    errors: { 404: missing },
  })
  async list(@CurrentPrincipal() { accountId }: Principal, @Param('agentId') agentId: string) {
    return { configPages: (await this.configs.list(accountId, agentId)).map(view) };
  }

  @Get(':clientEnv')
  @Operation({
    path,
    summary: 'The real-time config of an environment',
    scope: 'deployments:read',
    response: one,
    errors: { 400: unknown, 404: missing },
  })
  async get(
    @CurrentPrincipal() { accountId }: Principal,
    @Param('agentId') agentId: string,
    @Param('clientEnv') clientEnv: string,
  ) {
    return view(await this.configs.get(accountId, agentId, environmentOf(clientEnv)));
  }

  @Put(':clientEnv/schema')
  @Operation({
    path,
    summary: 'Set the schema of a real-time config',
    description: 'It also says which `{{config.NAME}}` a draft may refer to.',
    scope: 'deployments:write',
    limits: { environments: 'own' },
    body: { dto: PutConfigSchemaDto, example: { schema: EXAMPLE.schema } },
    response: one,
    errors: {
      400: {
        ...unknown,
        ...unfit,
        REAL_TIME_CONFIG_INVALID_SCHEMA: 'schema/properties/seats/type must be one that tools may use',
      },
      404: missing,
    },
  })
  async putSchema(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('clientEnv') clientEnv: string,
    @Body() { schema }: PutConfigSchemaDto,
  ) {
    const environment = environmentOf(clientEnv);
    refuseForeignEnvironment(actor, environment);
    return view(await this.configs.putSchema(actor, agentId, environment, schema));
  }

  @Patch(':clientEnv/variables')
  @Operation({
    path,
    summary: 'Change variables of a real-time config',
    description: 'Holds with the next call of the environment. Calls of the draft have the one of `sandbox`.',
    scope: 'deployments:write',
    limits: { environments: 'own' },
    body: { dto: PatchConfigVariablesDto, example: { variables: EXAMPLE.variables } },
    response: one,
    errors: { 400: { ...unknown, ...unfit }, 404: missing },
  })
  async patchVariables(
    @CurrentActor() actor: Actor,
    @Param('agentId') agentId: string,
    @Param('clientEnv') clientEnv: string,
    @Body() { variables }: PatchConfigVariablesDto,
  ) {
    const environment = environmentOf(clientEnv);
    refuseForeignEnvironment(actor, environment);
    return view(await this.configs.patchVariables(actor, agentId, environment, variables));
  }
}

/** @throws ApiError 400 `REAL_TIME_CONFIG_UNKNOWN_CLIENT_ENVIRONMENT`. */
function environmentOf(text: string): EnvironmentName {
  const found = ENVIRONMENTS.find((name) => name === text);
  if (found) return found;
  throw new ApiError(400, UNKNOWN_ENVIRONMENT, `clientEnv must be one of ${ENVIRONMENTS.join(', ')}.`);
}

const view = ({ environment, schema, variables, updatedAt }: ConfigPage) => ({
  clientEnv: environment,
  variables,
  schema,
  lastUpdated: updatedAt?.toISOString() ?? null,
});
