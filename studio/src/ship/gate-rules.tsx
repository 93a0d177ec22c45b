import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Environment } from '../agents/queries.js';
import type { Schemas } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { testSetsQuery } from '../tests/queries.js';
import { Button } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Card } from '../ui/surfaces.js';
import { GateRulesDialog } from './gate-rules-dialog.js';
import { gatesQuery } from './queries.js';

type Rules = Schemas['GateRules'];

interface Props {
  readonly agentId: string;
  readonly environment: Environment;
}

/** The gates of an environment, with a button to edit them. */
export function GateRulesCard({ agentId, environment }: Props) {
  const { can } = useAccount();
  const gates = useQuery(gatesQuery(agentId, environment));
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={`Gates of ${environment}`}
      actions={
        can('deployments:override') &&
        gates.data && (
          <Button small icon="lock" onClick={() => setOpen(true)}>
            Change gates
          </Button>
        )
      }
    >
      <Loaded query={gates} lines={2}>
        {({ gates: rules, updatedBy }) => (
          <>
            <RulesInWords agentId={agentId} rules={rules} environment={environment} />
            {updatedBy !== null && <p className="soft small">Set by {updatedBy}.</p>}
            {isOpen && (
              <GateRulesDialog {...{ agentId, environment, rules }} onClose={() => setOpen(false)} />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function RulesInWords({ agentId, environment, rules }: Props & { readonly rules: Rules }) {
  const sets = useQuery(testSetsQuery(agentId));
  const nameOf = (id: string) => sets.data?.find((set) => set.id === id)?.name ?? id;
  const words = wordsOf(rules, nameOf);
  if (words.length === 0)
    return <p className="soft">None: anyone who may publish can put any version in {environment}.</p>;
  return (
    <ul className="bullets">
      {words.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

const notOlder = (hours: number | undefined) => (hours === undefined ? '' : `, none older than ${hours} h`);

function wordsOf(rules: Rules, nameOf: (testSetId: string) => string): string[] {
  const { tests = [], soak, approvals, noFiringAlerts } = rules;
  return [
    ...tests.map(
      ({ testSetId, passes, of, maxAgeHours }) =>
        `“${nameOf(testSetId)}” passed in ${passes} of its last ${of} runs${notOlder(maxAgeHours)}.`,
    ),
    ...(soak ? [`It was active in ${soak.environment} for ${soak.minutes} minutes.`] : []),
    ...(approvals
      ? [
          `${approvals.people} ${approvals.people === 1 ? 'other person' : 'other people'} approved it${notOlder(approvals.maxAgeHours)}.`,
        ]
      : []),
    ...(noFiringAlerts === true ? ['No alert of the account or the agent fires.'] : []),
  ];
}
