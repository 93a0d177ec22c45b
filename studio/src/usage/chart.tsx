import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface Curve {
  readonly label: string;
  /** One per day; null without data. */
  readonly values: readonly (number | null)[];
}

interface Props {
  readonly label: string;
  /** Days in order (`2026-05-04`). */
  readonly days: readonly string[];
  readonly curves: readonly Curve[];
}

/** Counts have no fractions. */
const WHOLE_STEPS = Array.from({ length: 7 }, (_, power) =>
  [1, 2, 5].map((step) => step * 10 ** power),
).flat();

const HEIGHT_PX = 190;
const DAY_SECONDS = 86_400;
const COLOURS = ['--accent', '--own'] as const;

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const areWhole = (curves: readonly Curve[]) =>
  curves.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));

function plotInto(parent: HTMLElement, { days, curves }: Props): UPlot {
  const axis = { stroke: colour('--ink-soft'), grid: { stroke: colour('--line') }, ticks: { show: false } };
  return new UPlot(
    {
      width: parent.clientWidth,
      height: HEIGHT_PX,
      legend: { show: false },
      cursor: { y: false },
      axes: [axis, { ...axis, size: 50, ...(areWhole(curves) && { incrs: WHOLE_STEPS }) }],
      scales: {
        x: { range: (_plot, min, max) => [min - DAY_SECONDS / 2, max + DAY_SECONDS / 2] },
        y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
      },
      series: [
        {},
        ...curves.map(({ label }, at) => ({
          label,
          stroke: colour(COLOURS[at] ?? '--danger'),
          width: 2,
          points: { show: true, fill: colour('--card') },
          ...(curves.length === 1 && { fill: colour('--accent-soft') }),
        })),
      ],
    },
    [days.map((day) => Date.parse(day) / 1_000), ...curves.map(({ values }) => [...values])],
    parent,
  );
}

/** Curves over days, as wide as the container, redrawn when the theme changes. */
export function Chart({ label, days, curves }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    let plot = plotInto(parent, { label, days, curves });
    const redraw = () => {
      plot.destroy();
      plot = plotInto(parent, { label, days, curves });
    };
    const size = new ResizeObserver(() => plot.setSize({ width: parent.clientWidth, height: HEIGHT_PX }));
    size.observe(parent);
    const theme = new MutationObserver(redraw);
    theme.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      size.disconnect();
      theme.disconnect();
      plot.destroy();
    };
  }, [label, days, curves]);
  return (
    <figure className="chart">
      <div ref={place} role="img" aria-label={`${label}: ${wordsOf(curves)}`} />
      {curves.length > 1 && (
        <figcaption className="legend small soft">
          {curves.map((curve, at) => (
            <span key={curve.label} className="row">
              <i className={`legend-dot curve-${at + 1}`} /> {curve.label}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}

/** Text alternative of the chart: the last value of each curve. */
const wordsOf = (curves: readonly Curve[]) =>
  curves
    .map(({ label, values }) => `${label} ${values.findLast((value) => value !== null) ?? 'none'} at last`)
    .join(', ');
