export type { ReservedCall } from './call-answer.js';
export { CallFrames } from './call-frames.js';
export { CallsModule } from './calls.module.js';
export { CallsService } from './calls.service.js';
