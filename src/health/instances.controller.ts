import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentPrincipal, type Principal } from '../common/access/index.js';
import { AppConfig, shownSettings } from '../common/config/index.js';
import { AccountQuotas } from '../quotas/index.js';
import { Operation } from '../http/openapi/index.js';
import { InstanceLease, Instances } from '../cluster/index.js';
import {
  INSTANCES_EXAMPLE,
  InstancesSchema,
  instanceView,
  SETTINGS_EXAMPLE,
  SettingsSchema,
} from './instance.schema.js';

/** The processes that share one database, as the studio shows them. */
@ApiTags('Instances')
@Controller('v1/instances')
export class InstancesController {
  constructor(
    private readonly instances: Instances,
    private readonly lease: InstanceLease,
    private readonly quotas: AccountQuotas,
    private readonly config: AppConfig,
  ) {}

  @Get()
  @Operation({
    id: 'instances.list',
    summary: 'The instances that share the database, and how busy each is',
    description:
      'By age, the oldest first. Each tells of itself several times within `CONVERSATIONS_INSTANCE_LEASE_MS`; one that does not is left out.',
    scope: 'any',
    response: { schema: InstancesSchema, example: INSTANCES_EXAMPLE },
  })
  async list() {
    const alive = await this.instances.alive();
    return { instances: alive.map((row) => instanceView(row, this.lease.instanceId)) };
  }

  @Get('settings')
  @Operation({
    summary: 'The quotas of the account, and the limits and switches of the instance that answers',
    description: 'Numbers and switches alone: no address, path or key is told.',
    scope: 'keys:admin',
    response: { schema: SettingsSchema, example: SETTINGS_EXAMPLE },
  })
  async settings(@CurrentPrincipal() { accountId }: Principal) {
    const quotas = await this.quotas.list(accountId);
    const settings = quotas.map(({ name, meaning, value, isDefault }) => ({
      name,
      meaning,
      value,
      isDefault,
    }));
    return { sections: [{ title: 'Quotas of this account', settings }, ...shownSettings(this.config)] };
  }
}
