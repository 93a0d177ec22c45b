import type { ReactNode } from 'react';

/** Renders text in backticks as code. Other nodes stay unchanged. */
export function coded(hint: ReactNode): ReactNode {
  if (typeof hint !== 'string' || !hint.includes('`')) return hint;
  return hint.split('`').map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part));
}
