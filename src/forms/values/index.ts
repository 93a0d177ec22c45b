export { type EndOfDictation, endOfDictation } from './dictation.js';
export { readEmail, readLocalPart } from './email.js';
export { likeness } from './likeness.js';
export { isProvider, nearProvider } from './mail-providers.js';
export { nameOffered } from './name.js';
export { chosen, yesOrNo } from './answers.js';
export { type KnownHalf, readValue } from './read-value.js';
export { spokenValue } from './spoken-value.js';
export {
  type FormValue,
  type Reading,
  type ValueContext,
  type ValueKind,
  type ValueType,
} from './value-types.js';
export { valuesWithin } from './values-within.js';
