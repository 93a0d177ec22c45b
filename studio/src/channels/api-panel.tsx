import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../app/account.js';
import { keysQuery } from '../records/keys.js';
import { NewKey } from '../records/new-key.js';
import { Age } from '../ui/age.js';
import { Button } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Card } from '../ui/surfaces.js';

/** Keys for programs. */
export function ApiPanel() {
  const isAllowed = useAccount().can('keys:admin');
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title="Use it from your own software"
      actions={
        isAllowed && (
          <Button small look="primary" icon="plus" onClick={() => setOpen(true)}>
            Create a key
          </Button>
        )
      }
    >
      <div className="stack">
        <p className="soft">
          Your programs use a key to start calls, read transcripts or build agents. You choose what each key
          may do.
        </p>
        {isAllowed ? <Keys /> : <p className="soft">Ask an owner of the account for a key.</p>}
        <p className="row row-wrap">
          <a href="/docs" className="button button-plain">
            API reference
          </a>
          {isAllowed && (
            <Link to="/keys" className="button button-plain">
              All keys
            </Link>
          )}
        </p>
      </div>
      {isOpen && <NewKey onClose={() => setOpen(false)} />}
    </Card>
  );
}

function Keys() {
  const keys = useQuery(keysQuery);
  return (
    <Loaded query={keys} lines={2}>
      {(rows) => {
        const working = rows.filter(({ revokedAt }) => revokedAt === null);
        if (working.length === 0) return <p className="soft">No keys yet.</p>;
        return (
          <ul className="divided">
            {working.map(({ id, name, hint, lastUsedAt }) => (
              <li key={id} className="row row-between number-row">
                <strong className="breakable">{name}</strong>
                <code className="soft">{hint}…</code>
                <span className="small soft">
                  {lastUsedAt === null ? (
                    'never used'
                  ) : (
                    <>
                      used <Age time={lastUsedAt} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        );
      }}
    </Loaded>
  );
}
