import type { Conversation } from './queries.js';

type Peaks = NonNullable<Conversation['waveform']>;

const HEIGHT = 18;
const LOUDEST = 255;

/** A bar where this side is the louder one, and the least bar where neither is heard. */
const barsOf = (peaks: readonly number[], others: readonly number[], isFirst: boolean): string =>
  peaks
    .map((peak, at) => {
      const other = others[at] ?? 0;
      if (isFirst ? peak < other : peak <= other) return '';
      const height = Math.max(1.5, (peak / LOUDEST) * HEIGHT);
      return `M${at * 3 + 1} ${((HEIGHT - height) / 2).toFixed(1)}v${height.toFixed(1)}`;
    })
    .join('');

/** Who spoke how loudly over a recording, the louder side in its colour. The transcript says the same in words. */
export const Waveform = ({ waveform: { caller, agent } }: { readonly waveform: Peaks }) => (
  <svg
    className="waveform"
    viewBox={`0 0 ${caller.length * 3} ${HEIGHT}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    <path className="waveform-agent" d={barsOf(agent, caller, true)} />
    <path className="waveform-caller" d={barsOf(caller, agent, false)} />
  </svg>
);
