import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { whenSignedOut } from '../api/client.js';
import { credentials, takeFromFragment } from '../api/credentials.js';
import type { SignedIn } from '../app/account.js';
import {
  cameBack,
  refusedSignIn,
  sessionEnded,
  signInWith,
  signOut,
  signOutEverywhere,
  whoAmI,
} from './session.js';

type SignInState =
  | { readonly state: 'checking' }
  | { readonly state: 'out'; readonly problem: unknown }
  | { readonly state: 'invited'; readonly token: string }
  | { readonly state: 'in'; readonly account: SignedIn };

/** Whether a user is signed in. Credentials in the URL take precedence over stored ones. */
export function useSignIn(onChange: () => void) {
  const [now, setNow] = useState<SignInState>({ state: 'checking' });

  const leave = useCallback((problem?: unknown) => {
    setNow({ state: 'out', problem });
  }, []);

  const enter = useCallback(async () => {
    const withKey = credentials.apiKey !== undefined;
    try {
      const found = await whoAmI();
      onChange();
      const out = () => void signOut().then(() => leave());
      const everywhere = () => void signOutEverywhere().then(() => leave());
      const account = { ...found, signOut: out, signOutEverywhere: withKey ? undefined : everywhere };
      setNow({ state: 'in', account });
    } catch (error) {
      const problem = refusedSignIn(error, withKey);
      // Refused credentials are forgotten; unverified ones are kept.
      if (problem !== error) credentials.forget();
      leave(problem);
    }
  }, [leave, onChange]);

  const begin = useEffectEvent(() => {
    const invite = (token: string) => setNow({ state: 'invited', token });
    void start({ enter, leave, invite });
  });

  useEffect(() => {
    whenSignedOut(() => setNow((is) => (is.state === 'in' ? ended() : is)));
    begin();
    // A sign-in link pasted into the address bar of this page; other fragments are anchors.
    const look = () => isForSignIn(location.hash) && begin();
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);

  return { ...now, enter };
}

const isForSignIn = (fragment: string) => /^#(invitation|sign-in|sign-in-error|apiKey)=/.test(fragment);

function ended(): SignInState {
  const withKey = credentials.apiKey !== undefined;
  credentials.forget();
  return { state: 'out', problem: sessionEnded(withKey) };
}

interface Ways {
  readonly enter: () => Promise<void>;
  readonly leave: (problem?: unknown) => void;
  readonly invite: (token: string) => void;
}

async function start({ enter, leave, invite }: Ways): Promise<void> {
  const invitation = takeFromFragment('invitation');
  if (invitation !== undefined) return invite(invitation);
  const key = takeFromFragment('apiKey');
  if (key !== undefined) credentials.useKey(key);
  const failure = takeFromFragment('sign-in-error');
  if (failure !== undefined) return leave(cameBack(failure));
  const signInToken = takeFromFragment('sign-in');
  if (signInToken !== undefined) {
    try {
      await signInWith({ signInToken });
    } catch (error) {
      // Opening the link again in the same browser finds the session.
      if (!credentials.mayHaveSession) return leave(error);
    }
  }
  if (credentials.apiKey === undefined && !credentials.mayHaveSession) return leave();
  await enter();
}
