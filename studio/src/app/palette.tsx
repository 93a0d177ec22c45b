import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Command, defaultFilter } from 'cmdk';
import * as Dialog from '@radix-ui/react-dialog';
import { type RefObject, useRef } from 'react';
import { AGENT_TABS } from '../agents/agent-tabs.js';
import { agentQuery, agentsQuery } from '../agents/queries.js';
import { Icon } from '../ui/icon.js';
import { useOpener } from '../ui/use-opener.js';
import { useAccount } from './account.js';
import { PLACES } from './navigation.js';
import { theme } from './theme.js';

interface Props {
  /** The search text. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Called when its input has the focus. */
  readonly onHere: () => void;
  readonly onClose: () => void;
}

/** The command palette. */
export function Palette({ text, onText, onHere, onClose }: Props) {
  const giveFocusBack = useOpener();
  const input = useRef<HTMLInputElement>(null);
  // By default, the focus would select the text typed so far, and the next key would replace it.
  const takeFocus = (event: Event) => {
    event.preventDefault();
    input.current?.focus();
    input.current?.setSelectionRange(text.length, text.length);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="dialog-veil" />
        <Dialog.Content
          className="dialog palette"
          aria-describedby={undefined}
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={giveFocusBack}
        >
          <Dialog.Title className="visually-hidden">Go to</Dialog.Title>
          <Choices input={input} text={text} onText={onText} onHere={onHere} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ChoicesProps extends Props {
  readonly input: RefObject<HTMLInputElement | null>;
}

function Choices({ input, text, onText, onHere, onClose }: ChoicesProps) {
  const navigate = useNavigate();
  const go = (to: string) => {
    onClose();
    void navigate({ to });
  };
  return (
    <Command label="Go to" filter={scoreOf}>
      <Command.Input
        ref={input}
        className="palette-input"
        placeholder="A page, an agent, something to do…"
        value={text}
        onValueChange={onText}
        onFocus={onHere}
      />
      <Command.List className="palette-list">
        <Command.Empty className="palette-empty">Nothing has that name.</Command.Empty>
        <OpenAgent onGo={go} />
        <Pages onGo={go} />
        <Agents onGo={go} />
        <Actions onClose={onClose} />
      </Command.List>
    </Command>
  );
}

/**
 * Score of a match, 0 to 1; 0 hides it. Items with keywords match the letters of these, or a substring of their value:
 * nearly any few letters occur in order somewhere in an id.
 */
function scoreOf(value: string, text: string, keywords: string[] = []): number {
  if (keywords.length === 0) return defaultFilter(value, text, []);
  const hasText = value.toLowerCase().includes(text.trim().toLowerCase());
  return Math.max(defaultFilter(keywords.join(' '), text, []), hasText ? 1 : 0);
}

interface GroupProps {
  readonly onGo: (to: string) => void;
}

function Pages({ onGo }: GroupProps) {
  const { can } = useAccount();
  return (
    <Command.Group heading="Pages">
      {PLACES.filter(({ scope }) => can(scope)).map(({ to, label, icon, words = '' }) => (
        <Command.Item key={to} value={`${label} ${words}`} onSelect={() => onGo(to)}>
          <Icon name={icon} /> {label}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/** Tabs of the open agent. */
function OpenAgent({ onGo }: GroupProps) {
  const { agentId } = useParams({ strict: false });
  const { data: agent } = useQuery({ ...agentQuery(agentId ?? ''), enabled: agentId !== undefined });
  if (agentId === undefined || !agent) return null;
  return (
    <Command.Group heading={agent.agentName}>
      {AGENT_TABS.map(({ to, label }) => (
        <Command.Item
          key={to}
          value={`${label} ${agent.agentName}`}
          onSelect={() => onGo(to.replace('$agentId', agentId))}
        >
          <Icon name="agent" /> {label}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function Agents({ onGo }: GroupProps) {
  const { accountId } = useAccount();
  const { data: agents = [] } = useQuery(agentsQuery(accountId));
  return (
    <Command.Group heading="Agents">
      {agents.map(({ agentId, agentName }) => (
        <Command.Item
          key={agentId}
          value={agentId}
          keywords={[agentName]}
          onSelect={() => onGo(`/agents/${agentId}`)}
        >
          <Icon name="agent" /> {agentName}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function Actions({ onClose }: { readonly onClose: () => void }) {
  const { signOut } = useAccount();
  const switchTheme = () => {
    theme.set(theme.isDark ? 'light' : 'dark');
    onClose();
  };
  return (
    <Command.Group heading="Do">
      <Command.Item onSelect={switchTheme}>
        <Icon name="moon" /> Switch between light and dark
      </Command.Item>
      <Command.Item onSelect={signOut}>
        <Icon name="back" /> Sign out
      </Command.Item>
    </Command.Group>
  );
}
