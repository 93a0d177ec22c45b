import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activeQuery, ENVIRONMENTS } from '../agents/queries.js';
import { useAccount } from '../app/account.js';
import type { JsonObject } from '../editor/json.js';
import { IconButton } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { type Option, SelectInput, Segments } from '../ui/inputs.js';
import { Notice } from '../ui/notice.js';
import { Card } from '../ui/surfaces.js';
import { useNowMs } from '../ui/now.js';
import { formatAge } from '../ui/words.js';
import type { Target } from './live-call.js';
import { TextChat } from './text-chat.js';
import { VoiceCall } from './voice-call.js';

type Way = 'voice' | 'text';

interface Props {
  readonly agentId: string;
  /** Names of the tools that send requests. */
  readonly tools: readonly string[];
  readonly documentNow: () => JsonObject;
  /** Awaited before a call of the draft: saves it. */
  readonly beforeCall?: () => Promise<void>;
}

const WAYS: readonly Option<Way>[] = [
  { value: 'voice', label: 'Voice' },
  { value: 'text', label: 'Text' },
];

/** Talks to the agent, by voice or in text. */
export function TryPanel({ agentId, tools, documentNow, beforeCall = () => Promise.resolve() }: Props) {
  const [way, setWay] = useState<Way>('voice');
  const [target, setTarget] = useState<Target>('draft');
  const [isOpen, setOpen] = useState(false);
  const { can } = useAccount();
  const version = <VersionField agentId={agentId} target={target} onTarget={setTarget} />;
  const prepare = () => (target === 'draft' ? beforeCall() : Promise.resolve());
  return (
    <Card
      title="Talk to it"
      className={isOpen ? 'try-card try-open' : 'try-card'}
      actions={
        <>
          <Segments label="How to try it" value={way} options={WAYS} onValue={setWay} />
          <Unfold isOpen={isOpen} onOpen={setOpen} />
        </>
      }
    >
      {can('agents:write') ? (
        <div className="stack">
          {way === 'voice' ? (
            <VoiceCall agentId={agentId} target={target} documentNow={documentNow} prepare={prepare}>
              {version}
            </VoiceCall>
          ) : (
            <TextChat key={target} agentId={agentId} target={target} tools={tools} prepare={prepare}>
              {version}
            </TextChat>
          )}
        </div>
      ) : (
        <Notice tone="info">Trying an agent needs the permission to change it.</Notice>
      )}
    </Card>
  );
}

/** Shown when the panel is docked below the editor. */
const Unfold = (props: { readonly isOpen: boolean; readonly onOpen: (isOpen: boolean) => void }) => (
  <IconButton
    className="on-dock"
    icon={props.isOpen ? 'down' : 'more'}
    label={props.isOpen ? 'Show less' : 'Show more'}
    aria-expanded={props.isOpen}
    small
    onClick={() => props.onOpen(!props.isOpen)}
  />
);

/** The draft, and the active deployment of each environment. */
function VersionField(props: {
  readonly agentId: string;
  readonly target: Target;
  readonly onTarget: (target: Target) => void;
}) {
  const { agentId, target, onTarget } = props;
  const active = useQuery(activeQuery(agentId));
  const nowMs = useNowMs();
  const versions = ENVIRONMENTS.flatMap((environment) => {
    const deployment = active.data?.[environment];
    if (!deployment) return [];
    const { metadata, createdAt } = deployment;
    const label = `${environment} · ${metadata.deployment_message || formatAge(createdAt, nowMs)}`;
    return [{ value: environment, label }];
  });
  return (
    <Field label="Version">
      {(ids) => (
        <SelectInput<Target>
          {...ids}
          value={target}
          options={[{ value: 'draft', label: 'draft (as you edit it)' }, ...versions]}
          onValue={onTarget}
        />
      )}
    </Field>
  );
}
