import { Icon, ICON_NAMES } from '../ui/icon.js';
import { Card } from '../ui/surfaces.js';

const COLOURS = [
  ...[
    'ground',
    'card',
    'inset',
    'hover',
    'ink',
    'ink-soft',
    'line',
    'control-line',
    'accent',
    'accent-strong',
  ],
  ...['accent-soft', 'danger', 'danger-soft', 'warn', 'warn-soft', 'good', 'good-soft', 'own', 'own-soft'],
] as const;

/** Colors and icons. */
export function Tokens() {
  return (
    <Card title="Colours and signs">
      <div className="specimen">
        <ul className="row row-wrap" aria-label="Colours">
          {COLOURS.map((name) => (
            <li key={name} className="row">
              <svg className="swatch" viewBox="0 0 16 16" aria-hidden="true">
                <rect width="16" height="16" fill={`var(--${name})`} />
              </svg>
              <code>{name}</code>
            </li>
          ))}
        </ul>
        <ul className="row row-wrap" aria-label="Signs">
          {ICON_NAMES.map((name) => (
            <li key={name} className="row">
              <Icon name={name} /> <code className="small">{name}</code>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
