import type { ReactNode } from 'react';

/** A text in which what stands between backticks is set as code. What is no text stays as it is. */
export function coded(hint: ReactNode): ReactNode {
  if (typeof hint !== 'string' || !hint.includes('`')) return hint;
  return hint.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
