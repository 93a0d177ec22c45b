export { TelephonyModule } from './telephony.module.js';
export { TelephonyService } from './telephony.service.js';
