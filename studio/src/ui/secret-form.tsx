import { type ReactNode, useState } from 'react';
import { ShownOnce } from './shown-once.js';

interface Props {
  readonly title: string;
  /** Renders the form; call `onSecret` with the resulting secret, and where else it went. */
  readonly form: (onSecret: (secret: string, sent?: string) => void, onClose: () => void) => ReactNode;
  readonly onClose: () => void;
}

/** A form that results in a secret, which replaces the form. */
export function SecretForm({ title, form, onClose }: Props) {
  const [made, setMade] = useState<{ readonly secret: string; readonly sent: string | undefined }>();
  if (made) return <ShownOnce title={title} {...made} onClose={onClose} />;
  // The form closes itself on success, which must not close the secret.
  return form((secret, sent) => setMade({ secret, sent }), onClose);
}
