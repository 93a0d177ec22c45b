import { queryOptions } from '@tanstack/react-query';
import { api, done, take } from '../api/client.js';
import { credentials } from '../api/credentials.js';
import { isProblem, Problem } from '../api/problem.js';

/** The owner of the current credentials. */
export async function whoAmI() {
  const [session, account] = await Promise.all([
    credentials.apiKey === undefined ? resumeSession() : undefined,
    take(api.GET('/v1/account')),
  ]);
  return {
    accountId: account.accountId,
    name: session?.name ?? '',
    email: session?.email ?? account.email,
    accountName: session?.accountName ?? '',
    role: session?.role,
    scopes: account.scopes,
  };
}

/** Resumes the session of the browser's cookie. @returns the user. */
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

/** Accepts an invitation: creates the person and signs them in. */
export async function acceptInvitation(wanted: {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}): Promise<void> {
  const { csrfToken } = await take(api.POST('/v1/invitations/accept', { body: wanted }));
  credentials.useSession(csrfToken);
}

/** Available identity providers; empty if they can't be fetched. */
export async function identityProviders() {
  return take(api.GET('/v1/session/providers')).then(
    ({ oidc }) => oidc,
    () => [],
  );
}

/** The signed-in person, with their settings. */
export const ownSession = queryOptions({
  queryKey: ['session'],
  queryFn: () => take(api.GET('/v1/session')),
});

/** E-mails a sign-in link, if somebody has this address. */
export const requestLink = (email: string): Promise<void> =>
  done(api.POST('/v1/session/links', { body: { email } }));

/** Changes one's own password or e-mails; a new password ends all other sessions. */
export async function changeMyself(change: {
  readonly password?: string;
  readonly currentPassword?: string;
  readonly alertMails?: boolean;
  readonly weeklyMails?: boolean;
}): Promise<void> {
  const { csrfToken } = await take(api.PATCH('/v1/people/me', { body: change }));
  credentials.useSession(csrfToken);
}

export async function signOut(): Promise<void> {
  if (credentials.apiKey === undefined) await done(api.DELETE('/v1/session')).catch(() => undefined);
  credentials.forget();
}

/** Ends this person's sessions in all browsers. */
export async function signOutEverywhere(): Promise<void> {
  await done(api.DELETE('/v1/sessions'));
  credentials.forget();
}

/** Explains a refused sign-in. */
export function refusedSignIn(error: unknown, withKey: boolean): unknown {
  return isProblem(error, 'UNAUTHORIZED') ? sessionEnded(withKey) : error;
}

/** Explains a failure at an identity provider, by the code in the redirect. */
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
    : new Problem('Your session has ended.', 'Sign in again to continue.', 'UNAUTHORIZED');
