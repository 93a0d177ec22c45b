export { ProviderBreakers } from './provider-breakers.js';
