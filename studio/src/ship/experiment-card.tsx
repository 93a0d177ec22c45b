import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Environment } from '../agents/queries.js';
import type { Schemas } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Badge, Card } from '../ui/surfaces.js';
import { inWords } from '../ui/words.js';
import { ExperimentActions } from './experiment-actions.js';
import { ExperimentDialog } from './experiment-dialog.js';
import { ExperimentResults } from './experiment-results.js';
import { experimentQuery } from './queries.js';

type Experiment = Schemas['Experiment'];

interface Props {
  readonly agentId: string;
  readonly environment: Environment;
}

/** The newest experiment of an environment with its results, and a button to begin one. */
export function ExperimentCard({ agentId, environment }: Props) {
  const { can } = useAccount();
  const found = useQuery(experimentQuery(agentId, environment));
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={`Experiment in ${environment}`}
      actions={
        can('deployments:write') && (
          <Button small icon="chart" onClick={() => setOpen(true)}>
            Begin an experiment
          </Button>
        )
      }
    >
      <Loaded query={found} lines={2}>
        {({ experiment, results }) =>
          experiment === null ? (
            <p className="soft">None: all callers of {environment} get the same version.</p>
          ) : (
            <div className="stack">
              <About experiment={experiment} />
              {results.map((result) => (
                <ExperimentResults key={result.metric} result={result} />
              ))}
              <ExperimentActions experiment={experiment} />
            </div>
          )
        }
      </Loaded>
      {isOpen && <ExperimentDialog {...{ agentId, environment }} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function About({ experiment }: { readonly experiment: Experiment }) {
  const { name, state, arms, reason, rule, createdBy, createdAt } = experiment;
  const total = arms.reduce((sum, { weight }) => sum + weight, 0);
  return (
    <>
      <p className="row row-wrap">
        <strong>{name || 'Without a name'}</strong>
        <Badge tone={state === 'running' ? 'accent' : state === 'decided' ? 'good' : 'plain'}>{state}</Badge>
        <span className="soft">
          by {createdBy}, <Age time={createdAt} />
        </span>
      </p>
      <p className="soft small">
        {arms.map((arm) => `${arm.name}: ${Math.round((arm.weight / total) * 100)} %`).join(', ')}.{' '}
        {rule === null
          ? 'A person decides.'
          : `Decided by ${inWords(rule.metric)} after ${rule.callsPerArm} calls of each.`}{' '}
        {reason}
      </p>
    </>
  );
}
