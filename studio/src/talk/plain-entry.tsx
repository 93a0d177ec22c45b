import type { ReactNode } from 'react';
import type { Entry } from '../try/timeline.js';
import { Icon, type IconName } from '../ui/icon.js';
import { inWords } from '../ui/words.js';
import { whyStopped, whyWaited } from './reasons.js';

/** A timeline entry without technical details. */
export function PlainEntry({ entry }: { readonly entry: Entry }) {
  switch (entry.kind) {
    case 'turn':
      return <Turn entry={entry} />;
    case 'overlap': {
      const why = whyStopped(entry);
      return why === undefined ? null : <Note icon="wave">{why}</Note>;
    }
    case 'tool':
      return <Note icon="tool">{wordsOfTool(entry)}</Note>;
    case 'knowledge':
      return entry.topics.length === 0 ? null : <Note icon="book">Looked up: {entry.topics.join(', ')}</Note>;
  }
}

function Turn({ entry }: { readonly entry: Extract<Entry, { kind: 'turn' }> }) {
  const { speaker, text, final, interrupted } = entry.turn;
  const why = speaker === 'agent' ? whyWaited(entry) : undefined;
  return (
    <>
      {why !== undefined && <Note icon="wave">{why}</Note>}
      <li className={`turn turn-${speaker}${final ? '' : ' turn-open'}`}>
        <span className="turn-speaker">{speaker === 'agent' ? 'Agent' : 'You'}</span>
        <p>
          {text}
          {interrupted && '…'}
        </p>
      </li>
    </>
  );
}

const Note = ({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) => (
  <li className="talk-note small soft">
    <Icon name={icon} /> <span>{children}</span>
  </li>
);

function wordsOfTool({ tool: { name, outcome } }: Extract<Entry, { kind: 'tool' }>): string {
  const what = inWords(name);
  if (outcome === 'running') return `Working on it: ${what}`;
  return outcome === 'ok' ? `Done: ${what}` : `Didn’t work: ${what}`;
}
