import { CheckInput, TextInput } from '../ui/inputs.js';
import { DEFAULT_GUARDS, type Guard, type GuardMetric, withGuard } from './rollout-paces.js';

/** Readable name of each metric, and what its limit counts. */
const METRICS: Readonly<Record<GuardMetric, { readonly words: string; readonly limit: string }>> = {
  crashes: { words: 'Calls end by a fault', limit: 'at most, in percent of calls' },
  tool_errors: { words: 'Tools fail', limit: 'at most, in percent of calls' },
  provider_errors: { words: 'Providers fail', limit: 'at most, in percent of calls' },
  early_hang_ups: { words: 'Callers hang up within 15 s', limit: 'at most, in percent of calls' },
  response_time: { words: 'Answers come late', limit: 'slowest 5% at most, in seconds' },
  transfers: { words: 'Callers are put through to a person', limit: 'at most, in percent of calls' },
  failures: { words: 'Calls miss what counts as success', limit: 'at most, in percent of calls' },
};

const NAMES = Object.keys(METRICS) as GuardMetric[];

/** Conditions for a rollback: worse than the previous version, or above a limit. */
export function RolloutGuards(props: {
  readonly guards: readonly Guard[];
  readonly onGuards: (guards: readonly Guard[]) => void;
}) {
  const { guards, onGuards } = props;
  return (
    <fieldset className="stack-tight">
      <legend>Take it back if this gets worse</legend>
      {NAMES.map((metric) => (
        <GuardLine
          key={metric}
          metric={metric}
          guard={guards.find((one) => one.metric === metric)}
          onGuard={(guard) => onGuards(withGuard(guards, metric, guard))}
        />
      ))}
      {guards.length === 0 && <p className="field-error">Choose at least one.</p>}
    </fieldset>
  );
}

const limitOf = (metric: GuardMetric, typed: string): number =>
  metric === 'response_time' ? Math.round(Number(typed) * 1_000) : Number(typed);

function GuardLine(props: {
  readonly metric: GuardMetric;
  readonly guard: Guard | undefined;
  readonly onGuard: (guard: Guard | undefined) => void;
}) {
  const { metric, guard, onGuard } = props;
  const { words, limit } = METRICS[metric];
  const isTime = metric === 'response_time';
  const field = isTime ? 'maximumP95Ms' : 'maximumPercent';
  const maximum = guard?.[field];
  const label = `${words}: ${limit}`;
  return (
    <div className="row">
      <CheckInput
        label={words}
        {...(!DEFAULT_GUARDS.includes(metric) && { hint: 'Not watched unless chosen.' })}
        checked={guard !== undefined}
        onValue={(on) => onGuard(on ? { metric } : undefined)}
      />
      {guard && (
        <TextInput
          type="number"
          aria-label={label}
          placeholder={limit}
          step="any"
          min={0.1}
          max={isTime ? 60 : 99}
          value={maximum === undefined ? '' : String(isTime ? maximum / 1_000 : maximum)}
          onValue={(value) => onGuard({ metric, ...(value !== '' && { [field]: limitOf(metric, value) }) })}
        />
      )}
    </div>
  );
}
