import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { CurrentPrincipal, type Principal } from '../common/access/index.js';
import { AppConfig } from '../common/config/index.js';
import { Operation, responseShape } from '../http/openapi/index.js';
import { demoFileOf, readDemoFile } from './demo-file.js';

/** SIP address of the demo agent. */
@ApiTags('Demo')
@Controller('v1/demo/line')
export class DemoLineController {
  constructor(private readonly config: AppConfig) {}

  @Get()
  @Operation({
    summary: 'The SIP address of the demo agent',
    description:
      'What a softphone on the machine of the instance dials. Nothing for other accounts than the demo’s.',
    scope: 'agents:read',
    response: {
      schema: responseShape({ agentId: Type.Optional(Type.String()), sipUri: Type.Optional(Type.String()) }),
      example: { agentId: 'earshot-demo', sipUri: 'sip:demo@127.0.0.1:5060' },
    },
  })
  async get(@CurrentPrincipal() { accountId }: Principal) {
    const demo = this.config.instance.seedDemo ? await readDemoFile(demoFileOf(this.config)) : undefined;
    if (demo?.accountId !== accountId) return {};
    const { agentId, sipUri } = demo;
    return { agentId, ...(sipUri !== undefined && { sipUri }) };
  }
}
