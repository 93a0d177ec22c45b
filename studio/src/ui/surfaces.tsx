import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';

/** A part of a page with a heading and actions. */
export function Card(props: {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={`card ${props.className ?? ''}`}>
      {(props.title !== undefined || props.actions !== undefined) && (
        <div className="card-head">
          <h2>{props.title}</h2>
          <div className="row">{props.actions}</div>
        </div>
      )}
      {props.flush === true ? props.children : <div className="card-body">{props.children}</div>}
    </section>
  );
}

export type Tone = 'plain' | 'good' | 'warn' | 'danger' | 'accent';

export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`badge badge-${tone}`}>{children}</span>;
}

/** An empty state: what will be here, and how to begin. */
export function Empty(props: {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={props.icon} />
      </span>
      <strong className="empty-title">{props.title}</strong>
      {props.children && <p>{props.children}</p>}
      {props.actions && <div className="row">{props.actions}</div>}
    </div>
  );
}

/** Names and values. Empty values are shown as a dash. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === null || value === undefined || value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
