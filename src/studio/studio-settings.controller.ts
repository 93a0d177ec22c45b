import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../common/access/index.js';
import { AppConfig } from '../common/config/index.js';

/** Settings that the page needs before sign-in; none is secret. */
@Public()
@ApiExcludeController()
@Controller('api/v1/studio/settings')
export class StudioSettingsController {
  constructor(private readonly config: AppConfig) {}

  @Get()
  settings(): { readonly echoAllowed: boolean; readonly sendsMail: boolean } {
    const { signaling, mail } = this.config;
    return { echoAllowed: signaling.gateway === 'debug', sendsMail: mail.smtpUrl !== undefined };
  }
}
