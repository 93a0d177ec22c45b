export { ApiKeyAdmin } from './api-key-admin.service.js';
export type { NewApiKey } from './key-policy.js';
export { ApiKeysService } from './api-keys.service.js';
export { AuthModule } from './auth.module.js';
export { CallJwt } from './call-jwt.js';
export {
  type CallGrant,
  type CallTarget,
  type CallTokenTerms,
  isStale,
  type LineGrant,
} from './call-grant.js';
export { CallTokenStore, type ListedCallToken } from './call-token-store.js';
export { addConnectorToken, retireConnectorTokens } from './connector-tokens.js';
export { standingActor } from './standing-actor.js';
export { CallTokensService } from './call-tokens.service.js';
export { hashToken, isWellFormedToken, newSecretToken, tokenHint } from './credentials/secret-token.js';
export { InvitationsService } from './people/invitations.service.js';
export { MailReaders } from './people/mail-readers.js';
export { PeopleService } from './people/people.service.js';
export { SESSION_COOKIE } from './sessions/session-cookie.js';
export { SignInLinks } from './sessions/sign-in-links.js';
export { StudioTokens } from './studio-tokens.js';
export { Accounts } from './operator/accounts.service.js';
export { AccountSuspension } from './operator/account-suspension.service.js';
export { accountIsSuspended, CALLS_REFUSED, SuspendedAccounts } from './operator/suspended-accounts.js';
