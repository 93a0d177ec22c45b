import { useNowMs } from './now.js';
import { formatAge, formatTime } from './words.js';

/** A relative time; the exact time is in the tooltip. */
export function Age({ time }: { readonly time: string }) {
  return (
    <time dateTime={time} title={formatTime(time)} className="numeric">
      {formatAge(time, useNowMs())}
    </time>
  );
}
