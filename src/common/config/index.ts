export { AppConfig } from './app-config.js';
export { ConfigError } from './load-config.js';
export { renderEnvExample } from './env-example.js';
export { shownSettings } from './shown-settings.js';
export { usesEnvironmentProxies } from './node-proxy.js';
