import { Module } from '@nestjs/common';
import { AnsweringModule } from '../answering/index.js';
import { CallAdmissionModule } from '../call-admission/index.js';
import { ConversationsModule } from '../conversations/index.js';
import { CallFrames } from './call-frames.js';
import { CallsService } from './calls.service.js';
import { CallStarter } from './call-starter.js';

/** Live calls: media, agent and record, until their end. */
@Module({
  imports: [AnsweringModule, CallAdmissionModule, ConversationsModule],
  providers: [CallFrames, CallsService, CallStarter],
  exports: [CallAdmissionModule, CallFrames, CallsService],
})
export class CallsModule {}
