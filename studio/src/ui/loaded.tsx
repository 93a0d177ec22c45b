import { type ReactNode, useEffect, useState } from 'react';
import { ProblemNotice } from './notice.js';

/** The used subset of a TanStack query. */
interface Query<T> {
  readonly data: T | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

/** Delay before the skeleton is shown, in milliseconds: shorter waits are not noticeable. */
const NOTICEABLE_MS = 200;

export function Skeleton({ lines = 4 }: { readonly lines?: number }) {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), NOTICEABLE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isShown) return <div aria-busy="true" />;
  return (
    <div role="status" className="stack card-body" aria-busy="true" aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="skeleton" />
      ))}
    </div>
  );
}

/** The data of a query; a skeleton while it loads, or its error. */
export function Loaded<T>(props: {
  readonly query: Query<T>;
  readonly lines?: number;
  readonly children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return <Skeleton lines={props.lines} />;
}
