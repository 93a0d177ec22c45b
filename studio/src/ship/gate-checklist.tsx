import { Link } from '@tanstack/react-router';
import type { Schemas } from '../api/client.js';
import { Icon, type IconName } from '../ui/icon.js';
import { Badge, type Tone } from '../ui/surfaces.js';
import { placeOfLink } from './place-of-link.js';

type GateState = Schemas['GateState'];

const NAMES: Readonly<Record<GateState['gate'], string>> = {
  tests: 'Tests',
  soak: 'Time before',
  approvals: 'Approvals',
  alerts: 'Alerts',
};

const STATES: Readonly<
  Record<GateState['state'], { readonly word: string; readonly tone: Tone; readonly icon: IconName }>
> = {
  passed: { word: 'open', tone: 'good', icon: 'check' },
  holding: { word: 'holds', tone: 'warn', icon: 'lock' },
  'not-asked': { word: 'not asked', tone: 'plain', icon: 'more' },
};

export const isHeld = (gates: readonly GateState[]): boolean =>
  gates.some(({ state }) => state === 'holding');

/** The gates for a version and their state, with links to details. */
export function GateChecklist({ gates }: { readonly gates: readonly GateState[] }) {
  return (
    <ul className="checklist" aria-label="Gates">
      {gates.map((gate, at) => (
        <Gate key={at} gate={gate} />
      ))}
    </ul>
  );
}

function Gate({ gate: { gate, state, words, links } }: { readonly gate: GateState }) {
  const { word, tone, icon } = STATES[state];
  const places = links.map(placeOfLink).filter((place) => place !== undefined);
  return (
    <li data-state={state}>
      <Icon name={icon} />
      <div>
        <p className="row row-wrap">
          <strong>{NAMES[gate]}</strong> <Badge tone={tone}>{word}</Badge>
        </p>
        <p className="soft">{words}</p>
        {places.length > 0 && (
          <p className="row row-wrap small">
            {places.map(({ to, label }, nth) => (
              <Link key={to} to={to} className="link">
                {places.length > 1 ? `${label} ${nth + 1}` : label}
              </Link>
            ))}
          </p>
        )}
      </div>
    </li>
  );
}
