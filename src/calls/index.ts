export type { PresentedToken } from './admission.js';
export type { CallHolder, CallNotice } from './call-holder.js';
export type { CallOffer } from './call-preparation.js';
export type { CallPerson, PersonOutcome, PersonRequest } from './person-line.js';
export type { CallRefusal } from './call-refusal.js';
export { CallFrames } from './call-frames.js';
export { CallsModule } from './calls.module.js';
export { CallsService, type ReservedCall } from './calls.service.js';
