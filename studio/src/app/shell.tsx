import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, type MouseEvent, type ReactNode, Suspense, useState } from 'react';
import iconUrl from '../../icon.svg?url';
import { settingsQuery } from '../api/studio-settings.js';
import { helpAbout } from '../help/about.js';
import { HelpContext } from '../help/help-link.js';
import { Button, IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Menu } from '../ui/menu.js';
import { Skeleton } from '../ui/loaded.js';
import { useAccount } from './account.js';
import { NAVIGATION, type Place } from './navigation.js';
import { PaletteGate } from './palette-gate.js';
import { usePaletteKey } from './palette-key.js';
import { type Theme, theme } from './theme.js';

const OwnMails = lazy(async () => ({ default: (await import('../people/own-mails.js')).OwnMails }));
const OwnPassword = lazy(async () => ({ default: (await import('../people/own-password.js')).OwnPassword }));
const HelpPanel = lazy(async () => ({ default: (await import('../help/help-panel.js')).HelpPanel }));

/** The application frame: navigation, the signed-in user, and the open page. */
export function Shell() {
  const [isNavOpen, setNavOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  const [openHelp, setHelp] = useState<{ readonly document?: string }>();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const [pathBefore, setPathBefore] = useState(path);
  if (path !== pathBefore) {
    setPathBefore(path);
    setNavOpen(false);
    setHelp((open) => open && {});
  }
  usePaletteKey(() => setPaletteOpen((open) => !open));
  const isHelpOpen = openHelp !== undefined;
  const help = <HelpButton isOpen={isHelpOpen} onToggle={() => setHelp(isHelpOpen ? undefined : {})} />;
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <Topbar isNavOpen={isNavOpen} help={help} onNav={() => setNavOpen(!isNavOpen)} />
      <Sidebar isOpen={isNavOpen} help={help} onPalette={() => setPaletteOpen(true)} />
      <main id="main" className="main" tabIndex={-1}>
        <Suspense fallback={<Skeleton />}>
          <HelpContext value={(document) => setHelp({ document })}>
            <Outlet />
          </HelpContext>
        </Suspense>
      </main>
      {openHelp && (
        <Suspense>
          <HelpPanel about={openHelp.document ?? helpAbout(path, hash)} onClose={() => setHelp(undefined)} />
        </Suspense>
      )}
      {isPaletteOpen && <PaletteGate onClose={() => setPaletteOpen(false)} />}
    </div>
  );
}

const HelpButton = ({ isOpen, onToggle }: { readonly isOpen: boolean; readonly onToggle: () => void }) => (
  <IconButton icon="help" label="Help" small aria-expanded={isOpen} onClick={onToggle} />
);

interface TopbarProps {
  readonly isNavOpen: boolean;
  readonly help: ReactNode;
  readonly onNav: () => void;
}

const Topbar = ({ isNavOpen, help, onNav }: TopbarProps) => (
  <header className="topbar">
    <Brand />
    <span className="row">
      {help}
      <IconButton
        icon={isNavOpen ? 'close' : 'menu'}
        label={isNavOpen ? 'Close the menu' : 'Open the menu'}
        aria-expanded={isNavOpen}
        onClick={onNav}
      />
    </span>
  </header>
);

interface SidebarProps {
  readonly isOpen: boolean;
  readonly help: ReactNode;
  readonly onPalette: () => void;
}

function Sidebar({ isOpen, help, onPalette }: SidebarProps) {
  return (
    <aside className="sidebar" data-open={isOpen || undefined}>
      <div className="row row-between">
        <Brand />
        {help}
      </div>
      <Button look="plain" small className="palette-button" onClick={onPalette}>
        <span className="row">
          <Icon name="search" /> Go to…
        </span>
        <kbd>Ctrl K</kbd>
      </Button>
      <Navigation />
      <SidebarFoot />
    </aside>
  );
}

function Brand() {
  return (
    <Link to="/" className="brand">
      <img src={iconUrl} alt="" width="24" height="24" /> Earshot Studio
    </Link>
  );
}

function Navigation() {
  const { can } = useAccount();
  return (
    <nav aria-label="Studio">
      {NAVIGATION.map(({ title, places }) => {
        const allowed = places.filter(({ scope }) => can(scope));
        if (allowed.length === 0) return null;
        return title === '' ? (
          <Places key={title} places={allowed} />
        ) : (
          <FoldedPlaces key={title} title={title} places={allowed} />
        );
      })}
    </nav>
  );
}

interface PlacesProps {
  readonly places: readonly Place[];
}

const Places = ({ places }: PlacesProps) => (
  <div className="nav-group">
    {places.map(({ to, label, icon }) => (
      <Link
        key={to}
        to={to}
        className="nav-link"
        activeOptions={{ exact: to === '/' }}
        activeProps={{ 'aria-current': 'page' }}
      >
        <Icon name={icon} /> {label}
      </Link>
    ))}
  </div>
);

/** Open while one of its pages is, or as chosen. */
function FoldedPlaces({ title, places }: PlacesProps & { readonly title: string }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [chosen, setChosen] = useState<boolean>();
  const isOpen = chosen ?? places.some(({ to }) => path.startsWith(to));
  const fold = (event: MouseEvent) => {
    event.preventDefault();
    setChosen(!isOpen);
  };
  return (
    <details className="nav-fold" open={isOpen}>
      <summary className="nav-link" onClick={fold}>
        <Icon name="gear" /> {title}
      </summary>
      <Places places={places} />
    </details>
  );
}

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'Colours of the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

function SidebarFoot() {
  const { name, email, role, signOut, signOutEverywhere } = useAccount();
  const [changing, setChanging] = useState<'password' | 'mails'>();
  const { data: settings } = useQuery(settingsQuery);
  const stop = () => setChanging(undefined);
  return (
    <div className="sidebar-foot">
      <Menu
        entries={[
          ...THEMES.map(([value, label]) => ({
            label,
            icon: value === 'dark' ? ('moon' as const) : ('sun' as const),
            onSelect: () => theme.set(value),
          })),
          ...(role === undefined
            ? []
            : [
                { label: 'Your password', icon: 'lock' as const, onSelect: () => setChanging('password') },
                ...(settings?.sendsMail === true
                  ? [{ label: 'E-mails', icon: 'bell' as const, onSelect: () => setChanging('mails') }]
                  : []),
              ]),
          { label: 'Sign out', icon: 'back', onSelect: signOut },
          ...(signOutEverywhere ? [{ label: 'Sign out everywhere', onSelect: signOutEverywhere }] : []),
        ]}
      >
        <Button look="quiet" className="account-button">
          <span className="truncate">{name || email}</span>
          {role !== undefined && <span className="badge">{role}</span>}
        </Button>
      </Menu>
      <Suspense>
        {changing === 'password' && <OwnPassword onClose={stop} />}
        {changing === 'mails' && <OwnMails onClose={stop} />}
      </Suspense>
    </div>
  );
}
