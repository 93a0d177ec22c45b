import { api, done, take } from '../api/client.js';
import { credentials } from '../api/credentials.js';
import { isProblem, Problem } from '../api/problem.js';

/** Who the credentials that we have are of. */
export async function whoAmI() {
  const session = credentials.apiKey === undefined ? await resumeSession() : undefined;
  const account = await take(api.GET('/v1/account'));
  return {
    accountId: account.accountId,
    email: session?.email ?? account.email,
    accountName: session?.accountName ?? '',
    role: session?.role,
    scopes: account.scopes,
  };
}

/** Opens the session of the browser's cookie again. @returns the user. */
async function resumeSession() {
  const { user, csrfToken } = await take(api.GET('/v1/session'));
  credentials.useSession(csrfToken);
  return user;
}

export async function signInWith(
  proof: { readonly email: string; readonly password: string } | { readonly signInToken: string },
): Promise<void> {
  const { csrfToken } = await take(api.POST('/v1/session', { body: proof }));
  credentials.useSession(csrfToken);
}

/** Accepts an invitation: the person exists from then on, and is signed in. */
export async function acceptInvitation(wanted: {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}): Promise<void> {
  const { csrfToken } = await take(api.POST('/v1/invitations/accept', { body: wanted }));
  credentials.useSession(csrfToken);
}

/** Identity providers that people may come from; none where that can't be told. */
export async function identityProviders() {
  return take(api.GET('/v1/session/providers')).then(
    ({ oidc }) => oidc,
    () => [],
  );
}

/** Another name or password for oneself; all other sessions end with another password. */
export async function changeMyself(change: {
  readonly password: string;
  readonly currentPassword?: string;
}): Promise<void> {
  const { csrfToken } = await take(api.PATCH('/v1/people/me', { body: change }));
  credentials.useSession(csrfToken);
}

export async function signOut(): Promise<void> {
  if (credentials.apiKey === undefined) await done(api.DELETE('/v1/session')).catch(() => undefined);
  credentials.forget();
}

/** Ends the sessions of this person in all browsers. */
export async function signOutEverywhere(): Promise<void> {
  await done(api.DELETE('/v1/sessions'));
  credentials.forget();
}

/** What a refused attempt to sign in means. */
export function refusedSignIn(error: unknown, withKey: boolean): unknown {
  return isProblem(error, 'UNAUTHORIZED') ? sessionEnded(withKey) : error;
}

/** What went wrong at an identity provider, by the code that the service sent us back with. */
export const cameBack = (code: string): Problem =>
  new Problem(
    `Signing in there did not work (${code}).`,
    code === 'not-invited'
      ? 'Ask an owner of the account for an invitation.'
      : 'Try again, or sign in in another way.',
    'SIGN_IN_FAILED',
  );

export const sessionEnded = (withKey: boolean): Problem =>
  withKey
    ? new Problem(
        'That key was not accepted.',
        'Check that it was copied whole and has not been revoked or expired.',
        'UNAUTHORIZED',
      )
    : new Problem('Your session has ended.', 'Sign in again to go on where you were.', 'UNAUTHORIZED');
