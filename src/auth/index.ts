export { ApiKeyAdmin } from './api-key-admin.service.js';
export type { NewApiKey } from './new-api-key.js';
export { ApiKeysService } from './api-keys.service.js';
export { AuthModule } from './auth.module.js';
export { type CallGrant, type CallTarget, isStale, type LineGrant } from './call-grant.js';
export { CallTokensService } from './call-tokens.service.js';
export { hashToken, isWellFormedToken, newSecretToken, tokenHint } from './secret-token.js';
export { StudioTokens } from './studio-tokens.js';
