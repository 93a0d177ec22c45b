export { ANSWERED_MODES } from './choose-answerer.js';
export { BuiltInVoice } from './built-in-voice.js';
export { AdapterRegistry, holdsText } from './adapter-registry.js';
export { AnsweringModule } from './answering.module.js';
export { AccountAnswerers } from './account-answerers.js';
export { ToolTrials } from './tool-trials.js';
export { asPublished, parsePublishedProviders, type PublishedProviders } from './published-providers.js';
