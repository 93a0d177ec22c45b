import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor, CurrentPrincipal, type Principal } from '../../common/access/index.js';
import { Idempotency, type IdempotencyContext, IdempotencyService } from '../../http/idempotency/index.js';
import { quotaExample } from '../../quotas/index.js';
import { Operation } from '../../http/openapi/index.js';
import type { SipTrunk } from '../../generated/prisma/client.js';
import { CreateTrunkDto, TRUNKS_VALIDATION_FAILED, UpdateTrunkDto } from './trunk.dto.js';
import { TRUNK_EXAMPLE, TrunkListSchema, TrunkSchema, trunkView } from './trunk.schema.js';
import { Registrations } from '../servers/registrations.service.js';
import { TrunkTester } from './trunk-tester.service.js';
import { TestTrunkDto } from './trunk-test.dto.js';
import { TRUNK_TEST_EXAMPLE, TrunkTestSchema } from './trunk-test.schema.js';
import { TrunkDirectory } from '../trunks/trunk-directory.js';
import { TrunkHealth } from '../servers/trunk-health.service.js';
import { TrunkUsage } from '../trunks/trunk-usage.js';
import { TrunksService } from './trunks.service.js';

const one = { schema: TrunkSchema, example: TRUNK_EXAMPLE };
const missing = { TRUNK_NOT_FOUND: 'No such trunk.' };
const missingConnector = { CONNECTORS_NOT_FOUND: 'No such connector.' };
const invalid = {
  [TRUNKS_VALIDATION_FAILED]: 'A trunk needs allowedAddresses, username and password, or host.',
};
const taken = {
  TRUNK_LIMIT_REACHED: quotaExample('trunks'),
  TRUNK_USERNAME_TAKEN: 'username is taken. Choose another one.',
};

@ApiTags('Trunks')
@Controller('v1/telephony/trunks')
export class TrunksController {
  constructor(
    private readonly trunks: TrunksService,
    private readonly directory: TrunkDirectory,
    private readonly usage: TrunkUsage,
    private readonly registrations: Registrations,
    private readonly health: TrunkHealth,
    private readonly tester: TrunkTester,
    private readonly idempotency: IdempotencyService,
  ) {}

  @Get()
  @Operation({
    summary: 'List the SIP trunks of the account, newest first',
    scope: 'connectors:read',
    status: 200,
    response: { schema: TrunkListSchema, example: { trunks: [TRUNK_EXAMPLE] } },
  })
  async list(@CurrentPrincipal() { accountId }: Principal) {
    return { trunks: (await this.trunks.list(accountId)).map((trunk) => this.view(trunk)) };
  }

  @Post()
  @Operation({
    summary: 'Create a SIP trunk',
    description:
      'A PBX, a provider or a softphone. It may call the phone numbers of the account’s agents, if it is known by its address, by a login, or ' +
      'by both; and agents may call numbers through it that `allowedPrefixes` names, if it has a `host`.',
    scope: 'connectors:write',
    limits: { agents: 'refused', environments: 'refused' },
    status: 201,
    body: { dto: CreateTrunkDto, example: { name: 'Office PBX', allowedAddresses: ['203.0.113.0/28'] } },
    response: one,
    errors: { 400: invalid, 404: missingConnector, 409: taken },
    idempotent: true,
  })
  async create(
    @CurrentActor() actor: Actor,
    @Idempotency() idempotency: IdempotencyContext,
    @Body() body: CreateTrunkDto,
  ) {
    const created = await this.idempotency.run(idempotency, async (transaction) =>
      this.view(await this.trunks.create(transaction, actor, body)),
    );
    await this.directory.reload();
    return created;
  }

  @Get(':trunkId')
  @Operation({
    summary: 'One SIP trunk',
    scope: 'connectors:read',
    status: 200,
    response: one,
    errors: { 404: missing },
  })
  async get(@CurrentPrincipal() { accountId }: Principal, @Param('trunkId') trunkId: string) {
    return this.view(await this.trunks.get(accountId, trunkId));
  }

  @Patch(':trunkId')
  @Operation({
    summary: 'Change a SIP trunk',
    description: 'A field that is absent stays as it is. Calls under way are not touched.',
    scope: 'connectors:write',
    limits: { agents: 'refused', environments: 'refused' },
    status: 200,
    body: { dto: UpdateTrunkDto, example: { maxCalls: 60 } },
    response: one,
    errors: { 400: invalid, 404: { ...missing, ...missingConnector }, 409: taken },
  })
  async update(
    @CurrentActor() actor: Actor,
    @Param('trunkId') trunkId: string,
    @Body() body: UpdateTrunkDto,
  ) {
    return this.view(await this.trunks.update(actor, trunkId, body));
  }

  @Post(':trunkId/test')
  @Operation({
    summary: 'Try a SIP trunk',
    description:
      'Asks its server by OPTIONS whether it is there and, with `toNumber`, phones that number for two seconds. The answer comes when that is ' +
      'over, after at most half a minute.',
    scope: 'calls:write',
    limits: { agents: 'refused', environments: 'refused' },
    status: 200,
    body: { dto: TestTrunkDto, example: { toNumber: '+442079460123' } },
    response: { schema: TrunkTestSchema, example: TRUNK_TEST_EXAMPLE },
    errors: {
      400: {
        [TRUNKS_VALIDATION_FAILED]: 'toNumber: +15550100 begins with none of the trunk’s allowedPrefixes.',
      },
      404: missing,
      409: { TRUNK_NOT_TESTABLE: 'The trunk is switched off, or has no host.' },
    },
  })
  test(@CurrentActor() actor: Actor, @Param('trunkId') trunkId: string, @Body() body: TestTrunkDto) {
    return this.tester.test(actor, trunkId, body);
  }

  @Delete(':trunkId')
  @Operation({
    summary: 'Delete a SIP trunk',
    description: 'Nobody can call over it any more; calls under way go on.',
    scope: 'connectors:write',
    limits: { agents: 'refused', environments: 'refused' },
    status: 204,
    errors: { 404: missing },
  })
  async delete(@CurrentActor() actor: Actor, @Param('trunkId') trunkId: string): Promise<void> {
    await this.trunks.delete(actor, trunkId);
  }

  private view(trunk: SipTrunk) {
    const { id } = trunk;
    return trunkView(trunk, {
      sipUri: this.directory.addressOf(id),
      activeCalls: this.usage.activeOf(id),
      registration: this.registrations.stateOf(id),
      health: this.health.stateOf(id),
    });
  }
}
