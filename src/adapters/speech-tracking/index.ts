/** What of an agent's speech the caller really heard. */
export { heardText } from './heard-text.js';
export { SpeechLedger, type PartHeard } from './speech-ledger.js';
