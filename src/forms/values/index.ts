export { type EndOfDictation, endOfDictation, repeatsValue } from './dictation.js';
export { domainOf, readEmail, readLocalPart } from './email.js';
export { asName } from './letters.js';
export { nameLikelihood, namesLike } from './known-names.js';
export { likeness } from './likeness.js';
export { isProvider, nearProvider } from './mail-providers.js';
export { nameOffered } from './name.js';
export { chosen, yesOrNo } from './answers.js';
export { type KnownHalf, readValue } from './read-value.js';
export { MOST_OF_ANSWER, searchedText } from './spoken-words.js';
export { spelledValue, spokenValue } from './spoken-value.js';
export { type StatedValue, statedValues } from './stated-values.js';
export {
  type FormValue,
  type Reading,
  type ValueContext,
  type ValueKind,
  type ValueType,
} from './value-types.js';
export { valuesWithin } from './values-within.js';
