/** Providers that are known by name: what each offers, where it is, and what may be chosen there. */
export { PRESETS } from './presets.js';
export * from './provider-preset.js';
