import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { activeQuery, ENVIRONMENTS } from '../agents/queries.js';
import { useAccount } from '../app/account.js';
import { Field } from '../ui/field.js';
import { SelectInput, Segments } from '../ui/inputs.js';
import { Notice } from '../ui/notice.js';
import { Card } from '../ui/surfaces.js';
import { formatAge, shortVersion } from '../ui/words.js';
import type { Target } from './live-call.js';
import { TextChat } from './text-chat.js';
import { VoiceCall } from './voice-call.js';

type Way = 'voice' | 'text';

interface Props {
  readonly agentId: string;
  /** What is waited for before a call of the draft: that it is saved. */
  readonly beforeCall?: () => Promise<void>;
}

/** Talks to the agent, by voice or in text. */
export function TryPanel({ agentId, beforeCall = () => Promise.resolve() }: Props) {
  const [way, setWay] = useState<Way>('voice');
  const [target, setTarget] = useState<Target>('draft');
  const { can } = useAccount();
  const active = useQuery(activeQuery(agentId));
  const versions = ENVIRONMENTS.flatMap((environment) => {
    const deployment = active.data?.[environment];
    if (!deployment) return [];
    const label = `${environment} · ${shortVersion(deployment.version)} · ${formatAge(deployment.createdAt, Date.now())}`;
    return [{ value: environment, label }];
  });
  const prepare = () => (target === 'draft' ? beforeCall() : Promise.resolve());
  const ways = [
    { value: 'voice' as const, label: 'Voice' },
    { value: 'text' as const, label: 'Text' },
  ];
  return (
    <Card
      title="Try it"
      className="try-card"
      actions={<Segments label="How to try it" value={way} options={ways} onValue={setWay} />}
    >
      {can('agents:write') ? (
        <div className="stack">
          <Field label="Version">
            {(ids) => (
              <SelectInput<Target>
                {...ids}
                value={target}
                options={[{ value: 'draft', label: 'draft (what is being edited)' }, ...versions]}
                onValue={setTarget}
              />
            )}
          </Field>
          {way === 'voice' ? (
            <VoiceCall agentId={agentId} target={target} prepare={prepare} />
          ) : (
            <TextChat key={target} agentId={agentId} target={target} prepare={prepare} />
          )}
        </div>
      ) : (
        <Notice tone="info">Trying an agent needs the permission to change it.</Notice>
      )}
    </Card>
  );
}
