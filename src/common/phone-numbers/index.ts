export {
  callingCodeOf,
  E164,
  formsOf,
  MAX_WRITTEN_NUMBER,
  toE164,
  toE164FromCarrier,
} from './phone-number.js';
export { entriesFor, isNumberOrRange, NUMBER_OR_RANGE } from './number-range.js';
