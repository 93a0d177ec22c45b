import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Badge } from '../ui/surfaces.js';
import { formatMs } from '../ui/words.js';
import { OVERLAP_REASONS, OVERLAPS } from './call-words.js';
import { whyWaited } from '../talk/reasons.js';
import type { ToolRun } from './live-events.js';
import type { Entry } from './timeline.js';
import { Waterfall, WaterfallLegend } from './waterfall.js';

/** How close to its end, in pixels, the list counts as followed. */
const AT_END_PX = 40;

const NAMES = { caller: 'You', agent: 'Agent' } as const;

interface TimelineProps {
  readonly entries: readonly Entry[];
  readonly empty: ReactNode;
  /** Component of an entry. Default: with all details. */
  readonly view?: ComponentType<{ readonly entry: Entry }>;
}

/** The conversation: turns, tools and overlaps in order. */
export function Timeline({ entries, empty, view: View = EntryView }: TimelineProps) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    // A user who scrolled back stays there.
    if (list.current && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight;
  }, [entries]);
  const onScroll = () => {
    const { scrollHeight = 0, scrollTop = 0, clientHeight = 0 } = list.current ?? {};
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
  };
  const measured = entries.flatMap((entry) =>
    entry.kind === 'turn' && entry.latency ? [entry.latency] : [],
  );
  return (
    <div className="transcript-box">
      {entries.length === 0 && <div className="transcript-empty soft small">{empty}</div>}
      <ol
        ref={list}
        id="transcript"
        className="transcript"
        aria-label="Transcript"
        tabIndex={0}
        onScroll={onScroll}
      >
        {entries.map((entry) => (
          <View key={entry.id} entry={entry} />
        ))}
      </ol>
      {View === EntryView && <WaterfallLegend turns={measured} />}
      <Announcer entries={entries} />
    </div>
  );
}

/** Announces each turn to screen readers once it is final: partial sentences would be noise. */
function Announcer({ entries }: { readonly entries: readonly Entry[] }) {
  return (
    <div className="visually-hidden" role="log" aria-live="polite" aria-label="New in the transcript">
      {entries.map((entry) =>
        entry.kind === 'turn' && entry.turn.final ? (
          <p key={entry.id}>
            {NAMES[entry.turn.speaker]}: {entry.turn.text}
          </p>
        ) : null,
      )}
    </div>
  );
}

function EntryView({ entry }: { readonly entry: Entry }) {
  switch (entry.kind) {
    case 'turn':
      return <TurnView {...entry} />;
    case 'tool':
      return <ToolView tool={entry.tool} />;
    case 'knowledge':
      return <li className="turn-note small soft">{wordsOfTopics(entry.topics)}</li>;
    case 'overlap':
      return <li className="turn-note small soft">{wordsOfOverlap(entry)}</li>;
  }
}

const wordsOfTopics = (topics: readonly string[]): string =>
  topics.length === 0 ? 'Looked something up, and found nothing' : `Found in: ${topics.join(', ')}`;

function wordsOfOverlap({ verdict, reason }: Extract<Entry, { kind: 'overlap' }>): string {
  const why = OVERLAP_REASONS[reason];
  return `${OVERLAPS[verdict] ?? verdict}${why === undefined ? '' : ` (${why})`}`;
}

type TurnEntry = Extract<Entry, { kind: 'turn' }>;

function TurnView(entry: TurnEntry) {
  const { turn, latency, topics = [] } = entry;
  const why = turn.speaker === 'agent' ? whyWaited(entry) : undefined;
  return (
    <li className={`turn turn-${turn.speaker}${turn.final ? '' : ' turn-open'}`}>
      <span className="turn-speaker">
        {NAMES[turn.speaker]}
        {turn.interrupted && <Badge tone="warn">interrupted</Badge>}
      </span>
      <p>{turn.text}</p>
      {topics.length > 0 && <p className="small soft">Knew this from: {topics.join(', ')}</p>}
      {latency && <Waterfall latency={latency} />}
      {why !== undefined && <p className="small waited">{why}</p>}
    </li>
  );
}

const TONES = { ok: 'good', running: 'accent' } as const;

export function ToolView({ tool }: { readonly tool: ToolRun }) {
  const tone = tool.outcome === 'ok' || tool.outcome === 'running' ? TONES[tool.outcome] : 'danger';
  return (
    <li className="turn-tool">
      <details>
        <summary>
          <code>{tool.name}</code> <Badge tone={tone}>{tool.code || tool.outcome}</Badge>{' '}
          {tool.undoes !== '' && <Badge>undoes an earlier call</Badge>}
          {tool.durationMs !== undefined && (
            <span className="small soft numeric">{formatMs(tool.durationMs)}</span>
          )}
        </summary>
        <ToolDetail label="Arguments" text={tool.arguments} />
        <ToolDetail label="Answer" text={tool.answer} />
      </details>
    </li>
  );
}

function ToolDetail({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <span className="small soft">{label}</span>
      <pre className="code-box" tabIndex={0}>
        {pretty(text) || '(not kept)'}
      </pre>
    </div>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
