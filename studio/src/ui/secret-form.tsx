import { type ReactNode, useState } from 'react';
import { ShownOnce } from './shown-once.js';

interface Props {
  readonly title: string;
  /** Draws the form; it is given what to call with the secret that came of it. */
  readonly form: (onSecret: (secret: string) => void, onClose: () => void) => ReactNode;
  readonly onClose: () => void;
}

/** A form whose result is a secret: first the form, then what came of it. */
export function SecretForm({ title, form, onClose }: Props) {
  const [secret, setSecret] = useState<string>();
  if (secret !== undefined) return <ShownOnce title={title} secret={secret} onClose={onClose} />;
  // The form closes itself when it is done, which must not take the secret with it.
  return form(setSecret, onClose);
}
