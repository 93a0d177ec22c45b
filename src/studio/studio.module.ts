import { Module } from '@nestjs/common';
import { CallEventsController } from './call-events.controller.js';
import { StudioFiles } from './studio-files.js';
import { StudioPageController } from './studio-page.controller.js';
import { StudioSettingsController } from './studio-settings.controller.js';

/** The service behind the page: the built page itself, what it must know of this instance, and the live events of a call. */
@Module({
  controllers: [StudioPageController, StudioSettingsController, CallEventsController],
  providers: [{ provide: StudioFiles, useFactory: () => StudioFiles.load() }],
})
export class StudioModule {}
