import { formatMs } from '../ui/words.js';
import type { Latency } from './live-events.js';

const STAGES = [
  ['endOfTurnMs', 'end of turn found'],
  ['transcriptMs', 'understood'],
  ['firstTokenMs', 'first words'],
  ['firstAudioMs', 'first sound'],
  ['heardMs', 'answered'],
] as const;

interface Piece {
  readonly name: string;
  readonly stage: number;
  readonly fromMs: number;
  readonly toMs: number;
}

type Measured = { readonly [Stage in keyof Latency]?: number | null };

/** The known stages, each starting where the previous one ended. */
function piecesOf(latency: Measured): Piece[] {
  let fromMs = 0;
  return STAGES.flatMap(([key, name], index) => {
    const toMs = latency[key];
    if (toMs === undefined || toMs === null) return [];
    const piece = { name, stage: index + 1, fromMs: Math.min(fromMs, toMs), toMs };
    fromMs = Math.max(fromMs, toMs);
    return [piece];
  });
}

/** Latency of an answer by stage, from the end of the caller's speech until playout. */
export function Waterfall({ latency }: { readonly latency: Measured }) {
  const pieces = piecesOf(latency);
  const totalMs = Math.max(1, ...pieces.map(({ toMs }) => toMs));
  if (pieces.length === 0) return null;
  const words = pieces.map(({ name, toMs }) => `${name} after ${formatMs(toMs)}`).join(', ');
  return (
    <div className="waterfall" role="img" aria-label={`Latency: ${words}`} title={words}>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {pieces.map(({ stage, fromMs, toMs }) => (
          <rect
            key={stage}
            className={`stage-${stage}`}
            x={(fromMs / totalMs) * 100}
            width={Math.max(0.6, ((toMs - fromMs) / totalMs) * 100)}
            height="4"
          />
        ))}
      </svg>
      <span className="small numeric soft">{formatMs(totalMs)}</span>
    </div>
  );
}

/** Legend of the colors, for the stages that occur. */
export function WaterfallLegend({ turns }: { readonly turns: readonly Measured[] }) {
  const shown = STAGES.map(([key, name], index) => ({ key, name, stage: index + 1 })).filter(({ key }) =>
    turns.some((latency) => typeof latency[key] === 'number'),
  );
  if (shown.length === 0) return null;
  return (
    <p className="legend small soft">
      {shown.map(({ key, name, stage }) => (
        <span key={key} className="row">
          <i className={`legend-dot stage-${stage}`} /> {name}
        </span>
      ))}
    </p>
  );
}
