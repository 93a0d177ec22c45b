export * from './media-session.js';
export { MediaModule } from './media.module.js';
export { MediaService } from './media.service.js';
export type { AudioCodecName } from './sdp/offer.js';
export type { PhoneSecurity } from './phone/phone-request.js';
export type { AudioRates } from './session/session-audio.js';
export type { PhoneSession } from './phone/phone-session.js';
export type { PhoneTraffic } from './phone/phone-traffic.js';
export type { LocalCall, LocalCaller } from './local/local-call.js';
