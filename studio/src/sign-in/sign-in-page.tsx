import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { credentials } from '../api/credentials.js';
import { settingsQuery } from '../api/studio-settings.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { Segments, TextInput } from '../ui/inputs.js';
import { Notice, ProblemNotice } from '../ui/notice.js';
import { EnterFrame } from './enter-frame.js';
import { IdentityProviders } from './identity-providers.js';
import { requestLink, signInWith } from './session.js';

type Way = 'password' | 'key';

interface Props {
  readonly problem: unknown;
  readonly onTry: () => Promise<void>;
}

/** Sign-in with a password or an API key. */
export function SignInPage({ problem, onTry }: Props) {
  const [way, setWay] = useState<Way>(credentials.cameWithKey ? 'key' : 'password');
  const [error, setError] = useState<unknown>();
  const attempt = async (prove: () => Promise<void>) => {
    setError(undefined);
    try {
      await prove();
    } catch (cause) {
      return setError(cause);
    }
    await onTry();
  };
  const shown = error ?? problem;
  return (
    <EnterFrame title="Sign in">
      <Segments
        label="How to sign in"
        value={way}
        options={[
          { value: 'password', label: 'With a password' },
          { value: 'key', label: 'With a key' },
        ]}
        onValue={setWay}
      />
      {way === 'key' ? <KeyForm onTry={attempt} /> : <PasswordForm onTry={attempt} />}
      {shown !== undefined && <ProblemNotice error={shown} />}
      <IdentityProviders />
    </EnterFrame>
  );
}

interface FormProps {
  readonly onTry: (prove: () => Promise<void>) => Promise<void>;
}

/** Submits a form; busy until the credentials are verified. */
function useAttempt({ onTry }: FormProps, prove: () => Promise<void>, isComplete = true) {
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    setBusy(true);
    void onTry(prove).finally(() => setBusy(false));
  };
  return { form, isBusy, submit };
}

function KeyForm(props: FormProps) {
  const [key, setKey] = useState('');
  const prove = () => Promise.resolve(credentials.useKey(key));
  const { form, isBusy, submit } = useAttempt(props, prove, key.trim() !== '');
  return (
    <form className="stack" onSubmit={submit} ref={form}>
      <Field
        label="API key"
        hint={
          <>
            The key of the demo account is in <code>.data/demo.json</code>. It stays in this tab and is
            forgotten when you close it.
          </>
        }
      >
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            placeholder="esk_…"
            spellCheck={false}
            value={key}
            onValue={setKey}
          />
        )}
      </Field>
      <Button look="primary" type="submit" busy={isBusy}>
        Continue
      </Button>
    </form>
  );
}

function PasswordForm(props: FormProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { form, isBusy, submit } = useAttempt(props, () => signInWith({ email, password }));
  return (
    <form className="stack" onSubmit={submit} ref={form}>
      <Field label="E-mail">
        {(ids) => (
          <TextInput
            {...ids}
            type="email"
            autoComplete="username"
            required
            value={email}
            onValue={setEmail}
          />
        )}
      </Field>
      <Field label="Password">
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onValue={setPassword}
          />
        )}
      </Field>
      <Button look="primary" type="submit" busy={isBusy}>
        Sign in
      </Button>
      <LinkByMail email={email} />
      <NoPassword />
    </form>
  );
}

const NoPassword = () => (
  <p className="soft small">
    No password yet? Ask an owner of your account for an invitation. On a server of your own, open the link
    that <code>npm start</code> has printed.
  </p>
);

/** For a forgotten password, if this server sends e-mails. */
function LinkByMail({ email }: { readonly email: string }) {
  const { data: settings } = useQuery(settingsQuery);
  const request = useMutation({ mutationFn: requestLink });
  if (settings?.sendsMail !== true) return null;
  if (request.isSuccess)
    return (
      <Notice tone="info">
        If someone here has the address {request.variables}, a link is on its way. It works once, for ten
        minutes.
      </Notice>
    );
  return (
    <>
      <Button
        look="quiet"
        busy={request.isPending}
        disabled={!email.includes('@')}
        onClick={() => request.mutate(email.trim())}
      >
        E-mail me a link to sign in
      </Button>
      {request.isError && <ProblemNotice error={request.error} />}
    </>
  );
}
