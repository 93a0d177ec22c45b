import { type ReactNode, useEffect } from 'react';

interface PageProps {
  readonly title: string;
  /** The heading, if it is more than the title. */
  readonly heading?: ReactNode;
  readonly lead?: ReactNode;
  readonly above?: ReactNode;
  readonly actions?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Earshot Studio`;
  }, [title]);
}

/** The frame of each page: title, purpose and actions. */
export function Page({ title, heading, lead, above, actions, wide, children }: PageProps) {
  useTitle(title);
  return (
    <div className={wide === true ? 'page page-wide' : 'page'}>
      <header className="page-head">
        <div>
          {above}
          <h1>{heading ?? title}</h1>
          {lead !== undefined && <p>{lead}</p>}
        </div>
        {actions !== undefined && <div className="row row-wrap">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
