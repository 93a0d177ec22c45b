import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const CLIENT = { clientId: 'earshot', clientSecret: 'the secret of a client, long enough' };

/** The person signing in, as described by the provider. */
interface Somebody {
  readonly subject: string;
  readonly email: string;
  readonly isVerified: boolean;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** The person in the next browser. */
  somebody: Somebody;
  /** Registers the client with this redirect address. */
  serve(redirectUri: string): void;
  close(): Promise<void>;
}

const claimsOf = ({ subject, email, isVerified }: Somebody) => ({
  sub: subject,
  email,
  email_verified: isVerified,
  name: 'Grace Hopper',
});

/** A real OpenID provider (oidc-provider) on loopback that signs everybody in without a prompt. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Somebody>();
  const idp: IdentityProvider = {
    issuer,
    somebody: { subject: 'nobody', email: 'nobody@example.test', isVerified: true },
    serve(redirectUri) {
      serve(redirectUri);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const serve = (redirectUri: string) => {
    const provider = new Provider(issuer, {
      clients: [
        { client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret, redirect_uris: [redirectUri] },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      pkce: { required: () => true },
      cookies: { keys: ['a key of a test'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => Promise.resolve(claimsOf(people.get(id) ?? idp.somebody)),
      }),
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: CLIENT.clientId,
          accountId: oidc.session.accountId,
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();
    server.on('request', (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
      people.set(idp.somebody.subject, idp.somebody);
      void provider.interactionFinished(request, response, { login: { accountId: idp.somebody.subject } });
    });
  };
  return idp;
}
