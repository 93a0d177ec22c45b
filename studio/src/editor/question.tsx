import type { ReactNode } from 'react';

interface Props {
  readonly number: number;
  readonly id: string;
  readonly title: string;
  readonly lead: string;
  readonly children: ReactNode;
}

/** One of the questions about an agent, with its fields in cards. */
export const Question = ({ number, id, title, lead, children }: Props) => (
  <section id={id} className="question" aria-labelledby={`${id}-title`}>
    <header>
      <b aria-hidden="true">{number}</b>
      <h2 id={`${id}-title`} tabIndex={-1}>
        {title}
      </h2>
      <p>{lead}</p>
    </header>
    {children}
  </section>
);

/** A card of a question. Without a title its first field explains it. */
export const QuestionCard = (props: {
  readonly title?: string;
  readonly lead?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}) => (
  <div className="card card-body stack">
    {props.title !== undefined && (
      <div className="row row-between row-wrap">
        <div>
          <h3>{props.title}</h3>
          {props.lead !== undefined && <p className="small soft">{props.lead}</p>}
        </div>
        {props.actions}
      </div>
    )}
    {props.children}
  </div>
);

/** Fields that few need. */
export const More = ({ children }: { readonly children: ReactNode }) => (
  <details className="more-options">
    <summary>More</summary>
    <div className="stack">{children}</div>
  </details>
);

const PLACES = [
  ['who', 'Who it is'],
  ['first', 'Says first'],
  ['knows', 'Knows'],
  ['may-do', 'May do'],
  ['hands-over', 'Hands over'],
  ['advanced', 'Advanced'],
] as const;

function goTo(id: string): void {
  const place = document.getElementById(id);
  place?.scrollIntoView({ block: 'start' });
  place?.querySelector('h2')?.focus({ preventScroll: true });
}

/** Jumps to the questions. */
export const QuestionLinks = () => (
  <nav className="question-links" aria-label="Questions about the agent">
    {PLACES.map(([id, label]) => (
      <button key={id} type="button" className="nav-link" onClick={() => goTo(id)}>
        {label}
      </button>
    ))}
  </nav>
);
