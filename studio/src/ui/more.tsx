import { useEffect, useRef } from 'react';
import { Button } from './button.js';

interface Props {
  readonly more: (() => void) | undefined;
  readonly busy: boolean;
  /** Asks for more by itself while the end is still out of sight, so that scrolling meets no end. */
  readonly ahead?: boolean;
}

/** How far below what is seen the end may be before more is asked for. */
const AHEAD = '800px';

/** Under a list that is not at its end yet. */
export function More({ more, busy, ahead }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const end = place.current;
    if (ahead !== true || busy || !more || !end) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && more(), {
      rootMargin: AHEAD,
    });
    watch.observe(end);
    return () => watch.disconnect();
  }, [ahead, busy, more]);
  if (!more) return null;
  return (
    <div ref={place} className="more">
      <Button busy={busy} onClick={more}>
        Show more
      </Button>
    </div>
  );
}
