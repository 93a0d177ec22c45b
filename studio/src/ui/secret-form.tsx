import { type ReactNode, useState } from 'react';
import { ShownOnce } from './shown-once.js';

interface Props {
  readonly title: string;
  /** Renders the form; call `onSecret` with the resulting secret. */
  readonly form: (onSecret: (secret: string) => void, onClose: () => void) => ReactNode;
  readonly onClose: () => void;
}

/** A form that results in a secret, which replaces the form. */
export function SecretForm({ title, form, onClose }: Props) {
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) return <ShownOnce title={title} secret={secret} onClose={onClose} />;
  // The form closes itself on success, which must not close the secret.
  return form(setSecret, onClose);
}
