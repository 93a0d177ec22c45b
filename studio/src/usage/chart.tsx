import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

interface Props {
  readonly label: string;
  /** Days (`2026-05-04`) with their values. */
  readonly points: readonly (readonly [string, number])[];
}

const HEIGHT_PX = 190;
const DAY_SECONDS = 86_400;

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** A curve over days, as wide as there is room. */
export function Chart({ label, points }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    const days = [...points].sort(([a], [b]) => a.localeCompare(b));
    const axis = { stroke: colour('--ink-soft'), grid: { stroke: colour('--line') }, ticks: { show: false } };
    const plot = new UPlot(
      {
        width: parent.clientWidth,
        height: HEIGHT_PX,
        legend: { show: false },
        cursor: { y: false },
        axes: [axis, { ...axis, size: 44 }],
        scales: {
          x: { range: (_plot, min, max) => [min - DAY_SECONDS / 2, max + DAY_SECONDS / 2] },
          y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.1)] },
        },
        series: [
          {},
          {
            label,
            stroke: colour('--accent'),
            width: 2,
            fill: colour('--accent-soft'),
            points: { show: true },
          },
        ],
      },
      [days.map(([day]) => Date.parse(day) / 1_000), days.map(([, value]) => value)],
      parent,
    );
    const watch = new ResizeObserver(() => plot.setSize({ width: parent.clientWidth, height: HEIGHT_PX }));
    watch.observe(parent);
    return () => {
      watch.disconnect();
      plot.destroy();
    };
  }, [label, points]);
  const total = points.reduce((all, [, value]) => all + value, 0);
  return <div ref={place} role="img" aria-label={`${label}: ${total} in ${points.length} days`} />;
}
