import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Button } from '../ui/button.js';
import { FormDialog } from '../ui/form-dialog.js';
import { entries } from '../ui/form-field.js';
import { Loaded } from '../ui/loaded.js';
import { Card, Facts } from '../ui/surfaces.js';

type Rules = Schemas['OutboundRuleSet'];
type NewRules = Schemas['OutboundRules'];

const rulesKey = (agentId: string | undefined) => ['outbound-rules', agentId ?? ''] as const;

const read = (agentId: string | undefined) =>
  take<Rules>(
    agentId === undefined
      ? api.GET('/v1/telephony/outbound-rules')
      : api.GET('/v1/agents/{agentId}/telephony/outbound-rules', { params: { path: { agentId } } }),
  );

const put = (agentId: string | undefined, body: NewRules) =>
  take<Rules>(
    agentId === undefined
      ? api.PUT('/v1/telephony/outbound-rules', { body })
      : api.PUT('/v1/agents/{agentId}/telephony/outbound-rules', { params: { path: { agentId } }, body }),
  );

const listed = (prefixes: readonly string[], none: string) =>
  prefixes.length === 0 ? none : prefixes.join(', ');

/** Numbers and times for outbound calls of an agent or the whole account. */
export function OutboundRules({ agentId }: { readonly agentId?: string }) {
  const mayWrite = useAccount().can('connectors:write');
  const rules = useQuery({ queryKey: rulesKey(agentId), queryFn: () => read(agentId) });
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={agentId === undefined ? 'Outbound rules of all agents' : 'Outbound rules'}
      actions={
        mayWrite && (
          <Button small disabled={!rules.data} onClick={() => setOpen(true)}>
            Change
          </Button>
        )
      }
    >
      <Loaded query={rules} lines={2}>
        {({ allowedPrefixes, blockedPrefixes, quietHours }) => (
          <Facts
            facts={[
              ['Only numbers that begin with', listed(allowedPrefixes, 'anything that its trunk allows')],
              ['Never numbers that begin with', listed(blockedPrefixes, 'none')],
              [
                'Quiet hours',
                quietHours ? `from ${quietHours.start} to ${quietHours.end}, ${quietHours.timeZone}` : 'none',
              ],
            ]}
          />
        )}
      </Loaded>
      {isOpen && rules.data && (
        <RulesForm agentId={agentId} rules={rules.data} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

const initialOf = ({ allowedPrefixes, blockedPrefixes, quietHours }: Rules) => ({
  allowed: allowedPrefixes as readonly string[],
  blocked: blockedPrefixes as readonly string[],
  isQuiet: quietHours !== null,
  start: quietHours?.start ?? '20:00',
  end: quietHours?.end ?? '08:00',
  timeZone: quietHours?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
});
type Values = ReturnType<typeof initialOf>;

const bodyOf = ({ allowed, blocked, isQuiet, start, end, timeZone }: Values): NewRules => ({
  allowedPrefixes: entries(allowed),
  blockedPrefixes: entries(blocked),
  quietHours: isQuiet ? { start, end, timeZone } : null,
});

const isQuiet = ({ isQuiet: is }: Values) => is;

const FIELDS = [
  {
    name: 'allowed',
    path: 'allowedPrefixes',
    label: 'Only numbers that begin with',
    kind: 'lines',
    hint: 'One per line. Empty: all that the trunk allows.',
    placeholder: '+44',
  },
  {
    name: 'blocked',
    path: 'blockedPrefixes',
    label: 'Never numbers that begin with',
    kind: 'lines',
    hint: 'One a line; they win over those above.',
    placeholder: '+4490',
  },
  { name: 'isQuiet', label: 'Quiet hours: no calls are made', kind: 'yes-no' },
  {
    name: 'start',
    path: 'quietHours.start',
    label: 'From',
    kind: 'text',
    placeholder: '20:00',
    when: isQuiet,
  },
  { name: 'end', path: 'quietHours.end', label: 'To', kind: 'text', placeholder: '08:00', when: isQuiet },
  {
    name: 'timeZone',
    path: 'quietHours.timeZone',
    label: 'Time zone',
    kind: 'text',
    placeholder: 'Europe/London',
    when: isQuiet,
  },
] as const;

function RulesForm(props: {
  readonly agentId: string | undefined;
  readonly rules: Rules;
  readonly onClose: () => void;
}) {
  const { agentId, rules, onClose } = props;
  const save = useAction((values: Values) => put(agentId, bodyOf(values)), {
    changes: [rulesKey(agentId)],
    said: 'Saved.',
    quiet: true,
  });
  return (
    <FormDialog<Values>
      title="Outbound rules"
      lead="A number has to be allowed by the trunk, the account and the agent."
      action="Save"
      initial={initialOf(rules)}
      fields={FIELDS}
      onSubmit={(values) => save.mutateAsync(values)}
      onClose={onClose}
    />
  );
}
