/** Known providers: their services, addresses and choices. */
export { PRESETS } from './presets.js';
export * from './provider-preset.js';
