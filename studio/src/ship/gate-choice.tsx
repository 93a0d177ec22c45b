import type { Schemas } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Field } from '../ui/field.js';
import { Segments, TextArea } from '../ui/inputs.js';
import { GateChecklist } from './gate-checklist.js';
import type { Details } from './use-ship.js';

/** How to handle blocking gates. */
export interface Choice {
  readonly way: 'wait' | 'override';
  readonly reason: string;
}

export const WAIT: Choice = { way: 'wait', reason: '' };

/** The choice as part of the request. */
export const bodyOf = ({ way, reason }: Choice): Pick<Details, 'wait' | 'override'> =>
  way === 'wait' ? { wait: true } : { override: { reason: reason.trim() } };

interface Props {
  readonly gates: readonly Schemas['GateState'][];
  readonly isHeld: boolean;
  readonly choice: Choice;
  readonly onChoice: (choice: Choice) => void;
}

/** The state of the gates and, if they block, whether to wait or to override them. */
export function GateChoice({ gates, isHeld, choice, onChoice }: Props) {
  const mayOverride = useAccount().can('deployments:override');
  if (gates.length === 0) return null;
  return (
    <div className="stack-tight">
      <h3>Gates</h3>
      <GateChecklist gates={gates} />
      {isHeld && mayOverride && (
        <Segments
          label="What to do about the gates"
          value={choice.way}
          options={[
            { value: 'wait', label: 'Wait for them' },
            { value: 'override', label: 'Go past them' },
          ]}
          onValue={(way) => onChoice({ ...choice, way })}
        />
      )}
      {isHeld && choice.way === 'override' && (
        <Field label="Reason" hint="It is kept on the audit log, with the gates that held.">
          {(ids) => (
            <TextArea
              {...ids}
              required
              maxLength={1_000}
              value={choice.reason}
              onValue={(reason) => onChoice({ ...choice, reason })}
            />
          )}
        </Field>
      )}
    </div>
  );
}
