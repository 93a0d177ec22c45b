export type { CallHolder, CallNotice } from './call-holder.js';
export type { CallRefusal } from './call-refusal.js';
export { CallsModule } from './calls.module.js';
export { CallsService } from './calls.service.js';
