import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { Icon } from '../ui/icon.js';
import { formatDuration } from '../ui/words.js';
import { aboutOf, Ending } from './about-call.js';
import { iconOfCall, nameOfCaller } from './caller-name.js';
import type { ListFilters } from './list-filters.js';
import type { Conversation } from './queries.js';
import { Waveform } from './waveform.js';

interface Props {
  readonly rows: readonly Conversation[];
  readonly filters: ListFilters;
  readonly nameOf: (agentId: string) => string;
}

/** Calls under their days, newest first. */
export function CallList({ rows, filters, nameOf }: Props) {
  const today = new Date().toDateString();
  const days = new Map<string, Conversation[]>();
  for (const call of rows) {
    const day = dayOf(call, today);
    const calls = days.get(day);
    if (calls) calls.push(call);
    else days.set(day, [call]);
  }
  return [...days].map(([day, calls]) => (
    <section key={day}>
      <h2 className="call-day">{day}</h2>
      <ul>
        {calls.map((call) => (
          <li key={call.id}>
            <CallItem call={call} filters={filters} agentName={nameOf(call.agentId)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

const DAY_MS = 86_400_000;
const dayWords = new Intl.DateTimeFormat('en', { weekday: 'long', day: 'numeric', month: 'long' });
const timeWords = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });

function dayOf({ startedAt, endedAt, mode }: Conversation, today: string): string {
  if (endedAt === null && mode !== 'text') return 'On the line now';
  const began = new Date(startedAt);
  if (began.toDateString() === today) return 'Today';
  if (new Date(began.getTime() + DAY_MS).toDateString() === today) return 'Yesterday';
  return dayWords.format(began);
}

interface ItemProps {
  readonly call: Conversation;
  readonly filters: ListFilters;
  readonly agentName: string;
}

/** Memoized: thousands of them stay as they are when one is chosen. */
const CallItem = memo(function CallItem({ call, filters, agentName }: ItemProps) {
  const { id, startedAt, durationMs, tags, waveform } = call;
  return (
    <Link
      to="/conversations/$conversationId"
      params={{ conversationId: id }}
      search={filters}
      activeOptions={{ includeSearch: false }}
      preload={false}
      className="call-item"
    >
      <span className="row row-between">
        <strong className="truncate">{nameOfCaller(call)}</strong>
        <span className="row small soft nowrap">
          <Icon name={iconOfCall(call)} />
          <time dateTime={startedAt}>{timeWords.format(new Date(startedAt))}</time>
        </span>
      </span>
      <span className="call-summary small soft">{aboutOf(call, agentName)}</span>
      <span className="row">
        <Ending call={call} />
        <span className="small soft truncate">{tags[0] ?? agentName}</span>
        <span className="row push">
          {waveform && <Waveform waveform={waveform} />}
          <span className="small soft numeric">{durationMs === null ? '' : formatDuration(durationMs)}</span>
        </span>
      </span>
    </Link>
  );
});
