import { Module } from '@nestjs/common';
import { AgentsModule } from '../agents/index.js';
import { AuthModule } from '../auth/index.js';
import { DeploymentsModule } from '../deployments/index.js';
import { StudioFiles } from './studio-files.js';
import { StudioPageController } from './studio-page.controller.js';
import { StudioSettingsController } from './studio-settings.controller.js';
import { StudioTokensController } from './studio-tokens.controller.js';
import { WidgetController } from './widget.controller.js';

/** Serves the studio with its settings, and the widget for other sites. */
@Module({
  imports: [AgentsModule, AuthModule, DeploymentsModule],
  controllers: [StudioPageController, WidgetController, StudioSettingsController, StudioTokensController],
  providers: [{ provide: StudioFiles, useFactory: () => StudioFiles.load() }],
})
export class StudioModule {}
