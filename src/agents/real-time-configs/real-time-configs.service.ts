import { Injectable } from '@nestjs/common';
import {
  type Actor,
  type EnvironmentName,
  ENVIRONMENTS,
  toDbEnvironment,
} from '../../common/access/index.js';
import { checkArguments, parseOneSchema, type VariableValues } from '../../agent-document/index.js';
import { recordChange } from '../../audit/index.js';
import { Clock } from '../../common/clock/index.js';
import { ApiError, validationFailed } from '../../common/errors/index.js';
import { Prisma, PrismaService } from '../../common/prisma/index.js';
import type { RealTimeConfig as ConfigRow } from '../../generated/prisma/client.js';
import { agentNotFound } from '../agents.service.js';
import { mergePatch } from '../../common/json/json-objects.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** The values of an agent in one environment, and their schema. */
export interface ConfigPage {
  readonly environment: EnvironmentName;
  readonly schema: JsonObject;
  readonly variables: JsonObject;
  /** Undefined until something was set. */
  readonly updatedAt: Date | undefined;
}

/** It is loaded for every call of an agent that refers to it. */
const MAX_BYTES = 65_536;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** Agent values that need no publish: `{{config.NAME}}` in documents. */
@Injectable()
export class RealTimeConfigs {
  constructor(
    private readonly prisma: PrismaService,
    private readonly clock: Clock,
  ) {}

  /** All environments, including empty ones. @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async list(accountId: string, agentId: string): Promise<ConfigPage[]> {
    const agent = await this.prisma.agent.findFirst({
      where: { id: agentId, accountId },
      select: { realTimeConfigs: true },
    });
    if (!agent) throw agentNotFound();
    return ENVIRONMENTS.map((environment) => {
      const row = agent.realTimeConfigs.find((one) => one.environment === toDbEnvironment(environment));
      return pageOf(environment, row);
    });
  }

  /** @throws ApiError 404 `PROJECT_NOT_FOUND`. */
  async get(accountId: string, agentId: string, environment: EnvironmentName): Promise<ConfigPage> {
    const page = (await this.list(accountId, agentId)).find((one) => one.environment === environment);
    return page ?? pageOf(environment, undefined);
  }

  /**
   * Values for calls of an environment; read for every call that refers to them, so that a change applies immediately.
   */
  async values(agentId: string, environment: EnvironmentName): Promise<VariableValues> {
    const row = await this.prisma.realTimeConfig.findUnique({ where: idOf(agentId, environment) });
    return pageOf(environment, row).variables;
  }

  /** Names with a value or in the schema, in any environment; none for another account's agent. */
  async names(
    accountId: string,
    agentId: string,
    client: Prisma.TransactionClient = this.prisma,
  ): Promise<ReadonlySet<string>> {
    const rows = await client.realTimeConfig.findMany({ where: { agentId, agent: { accountId } } });
    return new Set(
      rows.flatMap(({ schema, variables }) => [
        ...Object.keys(asObject(asObject(schema)['properties'])),
        ...Object.keys(asObject(variables)),
      ]),
    );
  }

  /** @throws ApiError 400 for a schema outside the supported subset, or one that the values violate; 404. */
  async putSchema(
    actor: Actor,
    agentId: string,
    environment: EnvironmentName,
    schema: JsonObject,
  ): Promise<ConfigPage> {
    return this.change(actor, agentId, environment, 'schema', (page) => ({ ...page, schema }));
  }

  /**
   * Applies a JSON Merge Patch (RFC 7396) to the values.
   * @throws ApiError 400 for values that violate the schema or are too many; 404.
   */
  async patchVariables(
    actor: Actor,
    agentId: string,
    environment: EnvironmentName,
    patch: JsonObject,
  ): Promise<ConfigPage> {
    return this.change(actor, agentId, environment, 'variables', (page) => {
      return { ...page, variables: asObject(mergePatch(page.variables, patch)) };
    });
  }

  /** Locks the agent's row, so that two concurrent patches both count. */
  private async change(
    actor: Actor,
    agentId: string,
    environment: EnvironmentName,
    what: 'schema' | 'variables',
    edit: (page: ConfigPage) => ConfigPage,
  ): Promise<ConfigPage> {
    return this.prisma.$transaction(async (transaction) => {
      const held = await transaction.$executeRaw`
        SELECT 1 FROM agents WHERE id = ${agentId} AND account_id = ${actor.accountId} FOR UPDATE`;
      if (held === 0) throw agentNotFound();
      const where = idOf(agentId, environment);
      const before = pageOf(environment, await transaction.realTimeConfig.findUnique({ where }));
      const { schema, variables } = edit(before);
      this.refuse(schema, variables);
      const updatedAt = this.clock.now();
      const data = { ...columns(schema, variables), updatedBy: actor.email, updatedAt };
      await transaction.realTimeConfig.upsert({
        where,
        create: { agentId, environment: toDbEnvironment(environment), ...data },
        update: data,
      });
      await recordChange(transaction, actor, {
        action: `real-time-config.${what}`,
        resourceId: agentId,
        agentId,
        details: { environment },
      });
      return { environment, schema, variables, updatedAt };
    });
  }

  private refuse(schema: JsonObject, variables: JsonObject): void {
    const parsed = parseOneSchema(schema);
    if (!parsed.ok) {
      const problems = parsed.problems.map(({ path, message }) => `schema${path} ${message}`);
      throw new ApiError(400, 'REAL_TIME_CONFIG_INVALID_SCHEMA', problems.join('; '));
    }
    if (Buffer.byteLength(JSON.stringify([schema, variables])) > MAX_BYTES) {
      throw validationFailed(`schema and variables must not be larger than ${MAX_BYTES} bytes of JSON`);
    }
    if (!Object.keys(variables).every((name) => NAME.test(name)))
      throw validationFailed(
        'names of variables must have 1 to 100 letters, digits and _, and begin with no digit',
      );
    const verdict = checkArguments(parsed.schema, variables);
    if (verdict.kind === 'fit') return;
    const problem = verdict.kind === 'too-complex' ? 'arguments are too large' : verdict.problem;
    throw new ApiError(
      400,
      'REAL_TIME_CONFIG_INVALID_FOR_SCHEMA',
      `the variables do not meet the schema: ${problem.replace(/^arguments/, 'variables')}`,
    );
  }
}

const idOf = (agentId: string, environment: EnvironmentName) => ({
  agentId_environment: { agentId, environment: toDbEnvironment(environment) },
});

function pageOf(environment: EnvironmentName, row: ConfigRow | null | undefined): ConfigPage {
  return {
    environment,
    schema: asObject(row?.schema),
    variables: asObject(row?.variables),
    updatedAt: row?.updatedAt,
  };
}

function columns(schema: JsonObject, variables: JsonObject) {
  return { schema: schema as Prisma.InputJsonObject, variables: variables as Prisma.InputJsonObject };
}

const asObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
