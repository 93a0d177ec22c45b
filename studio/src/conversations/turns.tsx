import { type MouseEvent, useEffect, useRef } from 'react';
import { asObject, listIn, numberIn, textIn } from '../api/reading.js';
import { CARRY_ONS, OVERLAP_REASONS, RECORDED_OVERLAPS } from '../try/call-words.js';
import { ToolView } from '../try/timeline-view.js';
import { Waterfall, WaterfallLegend } from '../try/waterfall.js';
import { Badge, Empty } from '../ui/surfaces.js';
import { formatDuration, formatMs, inWords } from '../ui/words.js';
import type { ConversationDetail } from './queries.js';

type Turn = ConversationDetail['turns'][number];
type Event = ConversationDetail['events'][number];
type Entry = { readonly atMs: number } & ({ readonly turn: Turn } | { readonly event: Event });

interface Props {
  readonly turns: readonly Turn[];
  readonly events: readonly Event[];
  readonly startedAtMs: number;
  /** Playback position. */
  readonly nowMs: number | undefined;
  readonly onSeek: ((ms: number) => void) | undefined;
}

/** Turns and the events between them, in order. */
export function Turns({ turns, events, startedAtMs, nowMs, onSeek }: Props) {
  const after = (time: string) => Date.parse(time) - startedAtMs;
  const entries: Entry[] = [
    ...turns.map((turn) => ({ atMs: after(turn.startedAt), turn })),
    ...events
      .filter(({ kind }) => kind !== 'tool-call' && kind !== 'claim')
      .map((event) => ({ atMs: after(event.at), event })),
  ].sort((a, b) => a.atMs - b.atMs);
  if (entries.length === 0) {
    return (
      <Empty icon="chat" title="Nothing was said">
        The call ended before the first word, or its words are not kept.
      </Empty>
    );
  }
  const current = entries.findLast((entry) => 'turn' in entry && nowMs !== undefined && entry.atMs <= nowMs);
  return (
    <div className="stack">
      <ol className="turns">
        {entries.map((entry, at) =>
          'turn' in entry ? (
            <TurnView key={at} {...entry} isCurrent={entry === current} onSeek={onSeek} />
          ) : (
            <li key={at} className="turn-note small soft">
              {wordsOf(entry.event)}
            </li>
          ),
        )}
      </ol>
      <WaterfallLegend turns={turns.flatMap(({ latency }) => latency ?? [])} />
    </div>
  );
}

function wordsOf({ kind, details }: Event): string {
  const text = (name: string) => textIn(details, name);
  if (kind === 'overlap') {
    const afterMs = numberIn(details, 'afterMs');
    const words = RECORDED_OVERLAPS[text('verdict')] ?? 'Both spoke';
    const why = [
      OVERLAP_REASONS[text('reason')],
      afterMs === undefined ? undefined : `after ${formatMs(afterMs)}`,
    ];
    const known = why.filter((one) => one !== undefined);
    return known.length === 0 ? words : `${words} (${known.join(', ')})`;
  }
  if (kind === 'knowledge') {
    const topics = listIn(details, 'retrievedTopics').map((topic) => {
      const of = asObject(topic);
      return textIn(of, 'title') || textIn(of, 'name') || textIn(of, 'id');
    });
    return topics.length === 0
      ? 'Looked something up, and found nothing'
      : `Knew the answer from: ${topics.join(', ')}`;
  }
  if (kind === 'carry-on') return CARRY_ONS[text('outcome')] ?? 'The server of the call was lost';
  if (kind === 'supervision') {
    const told = text('text') === '' ? '' : `: ${text('text')}`;
    return `${text('by')} ${SUPERVISED[text('step')] ?? text('step')}${told}`;
  }
  if (kind === 'answer-discarded') return 'Caller kept talking; draft answer dropped';
  const more = [text('code'), text('name'), text('action')].filter((one) => one !== '').join(' ');
  const detail = text('detail');
  return `${inWords(kind)} ${more}${detail === '' ? '' : `: ${detail}`}`.trim();
}

const SPEAKERS = { agent: 'Agent', caller: 'Caller', supervisor: 'Supervisor' } as const;

const SUPERVISED: Readonly<Record<string, string>> = {
  monitor: 'began to listen',
  leave: 'stopped listening',
  whisper: 'told the agent',
  'take-over': 'took the call over',
  'give-back': 'gave the call back',
  vanish: 'was cut off',
};

interface TurnViewProps {
  readonly atMs: number;
  readonly turn: Turn;
  readonly isCurrent: boolean;
  readonly onSeek: Props['onSeek'];
}

function TurnView({ atMs, turn, isCurrent, onSeek }: TurnViewProps) {
  const line = useRef<HTMLLIElement>(null);
  // The transcript scrolls with playback.
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  return (
    <li ref={line} className="said" aria-current={isCurrent || undefined}>
      <span className="said-time numeric small soft">
        <TurnTime atMs={atMs} onSeek={onSeek} />
      </span>
      <div className={`turn turn-${turn.speaker}`}>
        <span className="turn-speaker">
          {SPEAKERS[turn.speaker]}
          {turn.interrupted && <Badge tone="warn">interrupted</Badge>}
        </span>
        <Words turn={turn} atMs={atMs} onSeek={onSeek} />
        {turn.latency && <Waterfall latency={turn.latency} />}
        {turn.toolCalls.length > 0 && (
          <ul>
            {turn.toolCalls.map((call) => (
              <ToolView key={`${call.id} ${call.at}`} tool={toolOf(call)} />
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** A clicked word plays from about there: words are taken to be spoken evenly. For the keyboard there is the time. */
function Words({ turn: { text, startedAt, endedAt }, atMs, onSeek }: Omit<TurnViewProps, 'isCurrent'>) {
  if (text === null) return <p className="soft">(not kept)</p>;
  if (!onSeek) return <p>{text}</p>;
  const lengthMs = endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt);
  const seek = ({ clientX, clientY }: MouseEvent) => {
    // Selecting words is not a click on one.
    if (getSelection()?.isCollapsed === false) return;
    const offset = document.caretPositionFromPoint(clientX, clientY)?.offset ?? 0;
    const word = text.lastIndexOf(' ', offset - 1) + 1;
    onSeek(atMs + (lengthMs * word) / Math.max(1, text.length));
  };
  return (
    // The keyboard has the button of the time.
    /* eslint-disable-next-line jsx-a11y-x/click-events-have-key-events,
      jsx-a11y-x/no-noninteractive-element-interactions */
    <p className="plays" onClick={seek}>
      {text}
    </p>
  );
}

/** The time of a turn; clicking it plays the recording from there, if there is one. */
function TurnTime({ atMs, onSeek }: Pick<TurnViewProps, 'atMs' | 'onSeek'>) {
  const time = formatDuration(Math.max(0, atMs));
  if (!onSeek) return time;
  return (
    <button type="button" className="link" onClick={() => onSeek(atMs)} aria-label={`Play from ${time}`}>
      {time}
    </button>
  );
}

const toolOf = (call: Turn['toolCalls'][number]) => ({
  callId: call.id ?? '',
  name: call.name,
  undoes: call.undoes ?? '',
  outcome: call.outcome,
  code: call.code ?? '',
  arguments: call.arguments ?? '',
  answer: call.answer ?? '',
  durationMs: call.durationMs ?? undefined,
});
