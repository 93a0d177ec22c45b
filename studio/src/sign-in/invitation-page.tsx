import { useState } from 'react';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { Form, Refused } from '../ui/form.js';
import { TextInput } from '../ui/inputs.js';
import { EnterFrame } from './enter-frame.js';
import { acceptInvitation } from './session.js';

interface Props {
  readonly token: string;
  readonly onAccepted: () => Promise<void>;
}

const LABELS = { name: 'Name', password: 'Password' } as const;

/** The page of an invitation link: choose a name and a password, then sign in. */
export function InvitationPage({ token, onAccepted }: Props) {
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const submit = () => {
    setBusy(true);
    setError(undefined);
    acceptInvitation({ token, name, password })
      .then(onAccepted, setError)
      .finally(() => setBusy(false));
  };
  return (
    <EnterFrame title="Welcome">
      <p>You were invited to an account. Choose how you are called, and a password.</p>
      <Form error={error} labels={LABELS} onSubmit={submit}>
        <Field label={LABELS.name} name="name">
          {(ids) => <TextInput {...ids} autoComplete="name" required value={name} onValue={setName} />}
        </Field>
        <Field label={LABELS.password} name="password" hint="At least 12 characters; a sentence is good.">
          {(ids) => (
            <TextInput
              {...ids}
              type="password"
              autoComplete="new-password"
              required
              value={password}
              onValue={setPassword}
            />
          )}
        </Field>
        <Refused />
        <Button look="primary" type="submit" busy={isBusy}>
          Accept the invitation
        </Button>
      </Form>
    </EnterFrame>
  );
}
