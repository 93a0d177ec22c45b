import type { Schemas } from '../api/client.js';
import { Badge, Facts } from '../ui/surfaces.js';

type Variable = Schemas['DebugChatVariable'];

/** Values of the agent's variables in its last answer. */
export function VariablesNow({ variables }: { readonly variables: readonly Variable[] }) {
  if (variables.length === 0) return null;
  return (
    <details className="more-options" open>
      <summary>Variables</summary>
      <Facts facts={variables.map((variable) => [variable.name, <Value key="value" {...variable} />])} />
    </details>
  );
}

function Value({ value, defaulted, used }: Variable) {
  return (
    <span className="row row-wrap">
      {value === null ? <span className="soft">nothing</span> : <span className="breakable">{value}</span>}
      {defaulted && <Badge>default</Badge>}
      {!used && <Badge tone="warn">in no text</Badge>}
    </span>
  );
}
