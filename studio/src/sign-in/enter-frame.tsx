import { type ReactNode, useEffect } from 'react';
import iconUrl from '../../icon.svg?url';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame of pages before sign-in. */
export function EnterFrame({ title, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Earshot Studio`;
  }, [title]);
  return (
    <main id="main" className="sign-in">
      <p className="brand">
        <img src={iconUrl} alt="" width="28" height="28" /> Earshot Studio
      </p>
      <div className="card">
        <div className="card-body stack">
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </main>
  );
}
