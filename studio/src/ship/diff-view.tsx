import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../api/client.js';
import { labelOf } from '../editor/words.js';
import { Loaded } from '../ui/loaded.js';
import { diffQuery } from './queries.js';
import { diffText } from './text-diff.js';

type Change = Schemas['FieldChange'];

interface Props {
  readonly agentId: string;
  readonly from: string;
  readonly to: string;
}

/** Changes between two versions, field by field; texts word by word, or whole if they were rewritten. */
export function DiffView({ agentId, from, to }: Props) {
  const diff = useQuery(diffQuery(agentId, from, to));
  return (
    <Loaded query={diff}>
      {(changes) =>
        changes.length === 0 ? (
          <p className="soft">Nothing is different.</p>
        ) : (
          <ol className="diff" aria-label="Changes">
            {changes.map((change) => (
              <ChangeView key={`${change.path} ${change.resolved}`} change={change} />
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

/** A JSON Pointer (RFC 6901) in readable form. */
function placeOf(pointer: string): string {
  const parts = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const words = parts.map((part, at) =>
    /^\d+$/.test(part) ? String(Number(part) + 1) : labelOf(parts.slice(0, at + 1)),
  );
  return words.join(' › ') || 'The whole document';
}

function ChangeView({ change: { path, before, after, resolved } }: { readonly change: Change }) {
  return (
    <li>
      <div className="diff-place">{placeOf(path)}</div>
      {resolved && <p className="soft">Not chosen in the agent: the first of your providers is used.</p>}
      {typeof before === 'string' && typeof after === 'string' ? (
        <TextDiff before={before} after={after} />
      ) : (
        <>
          {before !== undefined && <pre className="diff-gone">{written(before)}</pre>}
          {after !== undefined && <pre className="diff-new">{written(after)}</pre>}
        </>
      )}
    </li>
  );
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

function TextDiff({ before, after }: { readonly before: string; readonly after: string }) {
  return (
    <p className="diff-text">
      {diffText(before, after).map(({ how, text, isBlock }, at) => {
        if (how === 'same') return <span key={at}>{text}</span>;
        const Mark = how === 'new' ? 'ins' : 'del';
        return (
          <Mark key={at} className={isBlock && 'diff-block'}>
            {text}
          </Mark>
        );
      })}
    </p>
  );
}
