import { Link } from '@tanstack/react-router';
import { ProblemNotice } from '../ui/notice.js';
import { Page } from '../ui/page.js';
import { Empty } from '../ui/surfaces.js';

export function NotFound() {
  return (
    <Page title="Not found">
      <div className="card">
        <Empty icon="search" title="There is no such page" actions={<Link to="/agents">To the agents</Link>}>
          The address may be mistyped, or what it led to has been deleted.
        </Empty>
      </div>
    </Page>
  );
}

/** Shown in place of a page that crashed. */
export function Broken({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <Page title="Something went wrong">
      <ProblemNotice error={error} onRetry={reset} />
    </Page>
  );
}
