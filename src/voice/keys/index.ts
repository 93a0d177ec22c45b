/** DTMF keys as input to an agent. */
export { CallerKeys, type CollectedKeys, type KeyInput } from './caller-keys.js';
export type { KeyRules } from './key-entry.js';
export { contextForModel, keysForModel, keysForRecord } from './keys-in-words.js';
