import { Module } from '@nestjs/common';
import { HttpModule } from '../http/index.js';
import { QuotasModule } from '../quotas/index.js';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { AccessGuard } from './access.guard.js';
import { AccountShareInterceptor } from './account-share.interceptor.js';
import { Accounts } from './operator/accounts.service.js';
import { AccountController } from './account.controller.js';
import { ApiKeyAdmin } from './api-key-admin.service.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';
import { CallJwt } from './call-jwt.js';
import { CallTokenStore } from './call-token-store.js';
import { CallTokenVariables } from './call-token-variables.js';
import { CallTokensService } from './call-tokens.service.js';
import { CredentialLookUp } from './credentials/credential-look-up.js';
import { GuessLimit } from './credentials/guess-limit.js';
import { LastUse } from './last-use.js';
import { OidcPeople } from './oidc/oidc-people.service.js';
import { OidcProviders } from './oidc/oidc-providers.js';
import { OidcSignIn } from './oidc/oidc-sign-in.service.js';
import { OidcController } from './oidc/oidc.controller.js';
import { SignInProvidersController } from './oidc/sign-in-providers.controller.js';
import { MailModule } from '../mail/index.js';
import { InvitationsController } from './people/invitations.controller.js';
import { InvitationsService } from './people/invitations.service.js';
import { MailReaders } from './people/mail-readers.js';
import { MailedLinks } from './people/mailed-links.js';
import { SignInLinkRequestsController } from './people/sign-in-link-requests.controller.js';
import { OwnProfileController } from './people/own-profile.controller.js';
import { OwnProfileService } from './people/own-profile.service.js';
import { KnownDevices } from './sessions/known-devices.js';
import { Passwords } from './sessions/passwords.js';
import { PeopleController } from './people/people.controller.js';
import { PeopleService } from './people/people.service.js';
import { QuotasController } from './operator/quotas.controller.js';
import { AccountRateLimit } from './rate-limit.js';
import { RefusedCredentials } from './credentials/refused-credentials.js';
import { ExpiredAccess } from './people/expired-access.js';
import { SessionAnswer } from './sessions/session-answer.js';
import { SessionAuthenticator } from './sessions/session-authenticator.js';
import { SessionController } from './sessions/session.controller.js';
import { SessionsService } from './sessions/sessions.service.js';
import { SignInLimit } from './sessions/sign-in-limit.js';
import { SignInLinks } from './sessions/sign-in-links.js';
import { SignInService } from './sessions/sign-in.service.js';
import { StudioTokens } from './studio-tokens.js';
import { AccountSuspension } from './operator/account-suspension.service.js';
import { OperatorGuard } from './operator/operator.guard.js';
import { SuspendedAccounts } from './operator/suspended-accounts.js';
import { SuspensionController } from './operator/suspension.controller.js';

/** API keys; connector, call and studio tokens; people and their sessions; the audit log; suspended accounts. */
@Module({
  imports: [HttpModule, MailModule, QuotasModule],
  controllers: [
    AccountController,
    ApiKeysController,
    InvitationsController,
    OidcController,
    OwnProfileController,
    PeopleController,
    QuotasController,
    SessionController,
    SignInLinkRequestsController,
    SignInProvidersController,
    SuspensionController,
  ],
  providers: [
    Accounts,
    AccountSuspension,
    ApiKeyAdmin,
    AccountRateLimit,
    ApiKeysService,
    CallJwt,
    CallTokenStore,
    CallTokenVariables,
    CallTokensService,
    CredentialLookUp,
    ExpiredAccess,
    GuessLimit,
    InvitationsService,
    KnownDevices,
    LastUse,
    MailedLinks,
    MailReaders,
    OidcPeople,
    OidcProviders,
    OidcSignIn,
    OperatorGuard,
    OwnProfileService,
    Passwords,
    PeopleService,
    RefusedCredentials,
    SessionAnswer,
    SessionAuthenticator,
    SessionsService,
    SignInLimit,
    SignInLinks,
    SignInService,
    StudioTokens,
    SuspendedAccounts,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: AccountShareInterceptor },
  ],
  exports: [
    Accounts,
    AccountSuspension,
    ApiKeyAdmin,
    ApiKeysService,
    CallJwt,
    CallTokenStore,
    CallTokensService,
    InvitationsService,
    MailReaders,
    PeopleService,
    SignInLinks,
    StudioTokens,
    SuspendedAccounts,
  ],
})
export class AuthModule {}
