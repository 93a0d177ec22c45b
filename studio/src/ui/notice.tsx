import type { ReactNode } from 'react';
import { toProblem } from '../api/problem.js';
import { Button } from './button.js';

/** An error, what to do about it, and its id in the server's log. */
export function ProblemNotice({
  error,
  onRetry,
}: {
  readonly error: unknown;
  readonly onRetry?: () => void;
}) {
  const { message, advice, code, errorId } = toProblem(error);
  return (
    <div className="notice" role="alert" data-code={code}>
      <strong>{message}</strong> <span>{advice}</span>
      {errorId !== '' && <span className="soft small mono"> {errorId}</span>}
      {onRetry && (
        <div className="row">
          <Button small onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

export function Notice(props: {
  readonly tone: 'info' | 'warn';
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={`notice notice-${props.tone}`}>
      {props.title !== undefined && <strong>{props.title} </strong>}
      {props.children}
    </div>
  );
}
