import { type RefObject, useEffect, useRef } from 'react';
import { Button } from './button.js';
import { Skeleton } from './loaded.js';
import { ProblemNotice } from './notice.js';

interface Props {
  readonly more: (() => void) | undefined;
  readonly busy: boolean;
  /** Why the last attempt failed. Nothing is fetched until the user presses the button. */
  readonly error?: unknown;
}

/** How far below the viewport the end may be before more is fetched. */
const AHEAD = '800px';

/** Loads more below a list. */
export function More({ more, busy, error }: Props) {
  if (!more) return null;
  if (error && !busy) return <ProblemNotice error={error} onRetry={more} />;
  return (
    <div className="more">
      <Button busy={busy} onClick={more}>
        Show more
      </Button>
    </div>
  );
}

/**
 * Loads more automatically before the end of a list becomes visible. The button is shown for the keyboard only:
 * visible, it would be pushed down in front of users who scroll faster than rows arrive.
 */
export function MoreAhead({ more, busy, error }: Props) {
  const end = useRef<HTMLDivElement>(null);
  useWhenNear(end, busy || error ? undefined : more);
  if (error && !busy) return <More more={more} busy={false} error={error} />;
  if (!more) return null;
  return (
    <div ref={end} className="more-ahead">
      {busy && <Skeleton lines={2} />}
      <Button className="visible-on-focus" busy={busy} onClick={more}>
        Show more
      </Button>
    </div>
  );
}

function useWhenNear(place: RefObject<HTMLElement | null>, act: (() => void) | undefined): void {
  useEffect(() => {
    if (!place.current || !act) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && act(), {
      // Within a part of the page that scrolls, only that part has a margin.
      root: place.current.closest('[data-scrolls]'),
      rootMargin: AHEAD,
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [place, act]);
}
