export { AppConfig } from './app-config.js';
export { ConfigError, usesEnvironmentProxies } from './load-config.js';
export { renderEnvExample, renderSettingsReference, renderUpgradeGuide } from './settings-documents.js';
export { removedSettings, removedSettingsIn } from './removed-settings.js';
export type { Overrides } from './sections/index.js';
export { type Quota, type QuotaName, QUOTAS } from './quotas.js';
export { shownSettings } from './shown-settings.js';
