import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAccount } from '../app/account.js';
import { keysQuery } from '../records/keys.js';
import { trunksQuery } from '../trunks/queries.js';
import { lineState } from '../trunks/line-state.js';
import { Age } from '../ui/age.js';
import { Icon, type IconName } from '../ui/icon.js';
import { Badge, type Tone } from '../ui/surfaces.js';
import { countOf } from '../ui/words.js';
import type { Way } from './channels-tab.js';
import { connectorsQuery, numbersQuery, weekQuery } from './connectors.js';

interface Props {
  readonly agentId: string;
  readonly chosen: Way;
}

/** The three ways to the agent, with their state. */
export function WayCards({ agentId, chosen }: Props) {
  return (
    <>
      <nav className="ways" aria-label="Ways to the agent">
        <WebsiteCard agentId={agentId} isChosen={chosen === 'website'} />
        <PhoneCard agentId={agentId} isChosen={chosen === 'phone'} />
        <ApiCard isChosen={chosen === 'api'} />
      </nav>
      <p className="row row-end">
        <Link to="." hash={chosen === 'advanced' ? 'website' : 'advanced'} className="small">
          {chosen === 'advanced' ? 'Back to the simple view' : 'Advanced: connectors, tokens, outbound calls'}
        </Link>
      </p>
    </>
  );
}

interface WayCardProps {
  readonly way: Way;
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly state: readonly [words: string, tone: Tone];
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  readonly isChosen: boolean;
}

const WayCard = ({ way, icon, title, text, state: [words, tone], facts, isChosen }: WayCardProps) => (
  <Link
    to="."
    hash={way}
    className="card way"
    activeOptions={{ includeHash: true }}
    data-chosen={isChosen || undefined}
  >
    <span className="row row-between">
      <span className="way-icon">
        <Icon name={icon} />
      </span>
      <Badge tone={tone}>{words}</Badge>
    </span>
    <span>
      <strong className="way-title">{title}</strong>
      <span className="block small soft">{text}</span>
    </span>
    <span className="way-facts">
      {facts.map(([name, value]) => (
        <span key={name}>
          <span className="soft">{name}</span> <span className="truncate">{value}</span>
        </span>
      ))}
    </span>
  </Link>
);

interface OfAgent {
  readonly agentId: string;
  readonly isChosen: boolean;
}

function WebsiteCard({ agentId, isChosen }: OfAgent) {
  const { data = [] } = useQuery(connectorsQuery(agentId));
  const open = data.filter(({ publicAccess }) => publicAccess !== null);
  const visits = useVisits(open[0]?.connectorId);
  const origins = open.flatMap(({ publicAccess }) => publicAccess?.origins ?? []);
  return (
    <WayCard
      way="website"
      icon="globe"
      title="Website"
      isChosen={isChosen}
      text="A button on your page. Visitors talk or type."
      state={origins.length > 0 ? ['On', 'good'] : ['Not set up', 'plain']}
      facts={[['Pages', origins.length > 0 ? origins.map(hostOf).join(', ') : 'None yet'], ...visits]}
    />
  );
}

/** How often the button was used. */
function useVisits(connectorId: string | undefined): WayCardProps['facts'] {
  const mayRead = useAccount().can('conversations:read');
  const isAsked = mayRead && connectorId !== undefined;
  const { data } = useQuery({ ...weekQuery(connectorId ?? ''), enabled: isAsked });
  if (!data) return [];
  const { conversations, nextCursor } = data;
  const [last] = conversations;
  if (!last) return [['Last 7 days', 'No conversations']];
  return [
    ['Last 7 days', `${nextCursor ? 'more than ' : ''}${countOf(conversations.length, 'conversation')}`],
    ['Last visit', <Age time={last.startedAt} />],
  ];
}

const hostOf = (origin: string): string => origin.replace(/^https?:\/\//, '');

function PhoneCard({ agentId, isChosen }: OfAgent) {
  const { data: numbers = [] } = useQuery(numbersQuery(agentId));
  const { data: trunks = [] } = useQuery(trunksQuery);
  const lines = trunks.filter(({ enabled }) => enabled);
  return (
    <WayCard
      way="phone"
      icon="phone"
      title="Phone"
      isChosen={isChosen}
      text="Your number, answered day and night."
      state={phoneState(numbers.length, lines.map(lineState))}
      facts={[
        ['Number', numbers.length > 0 ? numbers.map(({ number }) => number).join(', ') : 'None yet'],
        ['Line', lines.length > 0 ? lines.map(({ name }) => name).join(', ') : 'None yet'],
      ]}
    />
  );
}

function phoneState(numbers: number, lines: readonly (readonly [string, Tone])[]): readonly [string, Tone] {
  if (numbers === 0) return ['Not set up', 'plain'];
  if (lines.length === 0) return ['No line', 'warn'];
  return lines.find(([, tone]) => tone === 'danger') ?? ['Ringing here', 'good'];
}

function ApiCard({ isChosen }: { readonly isChosen: boolean }) {
  const { can } = useAccount();
  const mayRead = can('keys:admin');
  const { data: keys = [] } = useQuery({ ...keysQuery, enabled: mayRead });
  const working = keys.filter(({ revokedAt }) => revokedAt === null);
  const used = working.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).sort();
  const last = used.at(-1);
  return (
    <WayCard
      way="api"
      icon="code"
      title="API"
      isChosen={isChosen}
      text="For developers: start calls and read results from your own software."
      state={last === undefined ? ['Not used', 'plain'] : ['In use', 'good']}
      facts={[
        ['Keys', !mayRead ? 'Ask an owner' : working.length === 0 ? 'None yet' : working.length],
        ['Last used', last === undefined ? 'Never' : <Age time={last} />],
      ]}
    />
  );
}
