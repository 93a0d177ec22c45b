import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AppConfig, shownSettings } from '../common/config/index.js';
import { Operation } from '../common/openapi/index.js';
import { InstanceLease, Instances } from '../conversations/index.js';
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
    summary: 'The limits and switches that accounts meet on the instance that answers',
    description: 'Numbers and switches alone: no address, path or key is told.',
    scope: 'keys:admin',
    response: { schema: SettingsSchema, example: SETTINGS_EXAMPLE },
  })
  settings() {
    return { sections: shownSettings(this.config) };
  }
}
