import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import type { Configuration } from 'openid-client';
import { PrismaService } from '../../common/prisma/index.js';
import { type SignedIn, type SignInFrom, SignInService } from '../sessions/sign-in.service.js';
import type { Journey } from './oidc-journey.js';
import { type OidcIdentity, OidcPeople, type OidcRefusal } from './oidc-people.service.js';
import type { OidcProviderEntry } from './oidc-provider-entry.js';
import { OidcProviders } from './oidc-providers.js';

const SCOPE = 'openid email profile';

/** `failed`: the provider did not authenticate anybody, or could not be reached. */
export type OidcFailure = OidcRefusal | 'failed';

/** Sign-in at an identity provider: authorization code with PKCE, state and nonce (OpenID Connect Core, 3.1). */
@Injectable()
export class OidcSignIn {
  constructor(
    private readonly providers: OidcProviders,
    private readonly people: OidcPeople,
    private readonly signIn: SignInService,
    private readonly prisma: PrismaService,
    private readonly logger: PinoLogger,
  ) {
    logger.setContext(OidcSignIn.name);
  }

  /** Where to send the browser, and the state for its cookie. @throws Error when the provider can't be reached. */
  async begin(entry: OidcProviderEntry, redirectUri: string) {
    const configuration = await this.providers.configuration(entry);
    // Loaded on first use: most installations have no provider.
    const openId = await import('openid-client');
    const codeVerifier = openId.randomPKCECodeVerifier();
    const [state, nonce] = [openId.randomState(), openId.randomNonce()];
    const journey = { providerId: entry.id, state, nonce, codeVerifier };
    const url = openId.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: SCOPE,
      code_challenge: await openId.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return { url: url.href, journey };
  }

  /** @param returned The redirect URL with the provider's response, as registered with the provider. */
  async finish(
    entry: OidcProviderEntry,
    journey: Journey,
    returned: URL,
    from: SignInFrom,
  ): Promise<SignedIn | OidcFailure> {
    const identity = await this.identify(entry, journey, returned);
    if (!identity) return 'failed';
    return this.prisma.$transaction(async (transaction) => {
      const person = await this.people.resolve(transaction, entry, identity);
      return typeof person === 'string' ? person : this.signIn.start(transaction, person, 'oidc', from);
    });
  }

  private async identify(
    entry: OidcProviderEntry,
    { state, nonce, codeVerifier }: Journey,
    returned: URL,
  ): Promise<OidcIdentity | undefined> {
    try {
      const configuration = await this.providers.configuration(entry);
      const { authorizationCodeGrant } = await import('openid-client');
      const tokens = await authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) return undefined;
      const about =
        claims['email'] === undefined
          ? await this.ask(configuration, tokens.access_token, claims.sub)
          : claims;
      return identityOf(entry, claims.sub, about);
    } catch (error) {
      // Log error codes only: descriptions quote outside input.
      const { code, error: reason } = error as { code?: unknown; error?: unknown };
      this.logger.warn({ provider: entry.id, code, reason }, 'sign-in refused by an identity provider');
      return undefined;
    }
  }

  private async ask(configuration: Configuration, accessToken: string, subject: string): Promise<Claims> {
    const { fetchUserInfo } = await import('openid-client');
    return await fetchUserInfo(configuration, accessToken, subject);
  }
}

type Claims = Readonly<Record<string, unknown>>;

function identityOf({ emailsAreVerified }: OidcProviderEntry, subject: string, about: Claims): OidcIdentity {
  const { email, email_verified: isVerified, name } = about;
  const isOurs = typeof email === 'string' && (isVerified === true || emailsAreVerified === true);
  return {
    subject,
    email: isOurs ? email.toLowerCase() : undefined,
    name: typeof name === 'string' && name !== '' ? name : undefined,
  };
}
