import { Module } from '@nestjs/common';
import { AppConfig } from '../common/config/index.js';
import { Startup } from '../common/startup/index.js';
import { MediaService } from './media.service.js';

/**
 * WebRTC: media workers (`workers/`), offer and answer (`sdp/`), codecs (`codecs/`), audio between RTP and PCM
 * (`rtp/`), and the session that ties them together (`session/`). The only module that knows mediasoup.
 */
@Module({
  providers: [
    {
      provide: MediaService,
      inject: [AppConfig, Startup],
      useFactory: (config: AppConfig, startup: Startup) => startup.track(MediaService.create(config.media)),
    },
  ],
  exports: [MediaService],
})
export class MediaModule {}
