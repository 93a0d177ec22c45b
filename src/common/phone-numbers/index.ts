export {
  callingCodeOf,
  E164,
  formsOf,
  MAX_WRITTEN_NUMBER,
  toE164,
  toE164FromCarrier,
} from './phone-number.js';
