import { Button } from './button.js';

/** Under a list that is not at its end yet. */
export function More({ more, busy }: { readonly more: (() => void) | undefined; readonly busy: boolean }) {
  if (!more) return null;
  return (
    <div className="more">
      <Button busy={busy} onClick={more}>
        Show more
      </Button>
    </div>
  );
}
