import { useState } from 'react';
import { useAction } from '../api/action.js';
import { useAccount } from '../app/account.js';
import { IconButton } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { EraseCaller } from './erase-caller.js';
import type { ListFilters } from './list-filters.js';
import { exportConversations } from './queries.js';

/** What can be done with all conversations of the list. */
export function InboxActions({ filters }: { readonly filters: ListFilters }) {
  const { can } = useAccount();
  const [isErasing, setErasing] = useState(false);
  const act = useAction((format: 'csv' | 'ndjson') => exportConversations(filters, format));
  return (
    <>
      <Menu
        entries={[
          { label: 'Export as CSV', icon: 'down', onSelect: () => act.mutate('csv') },
          { label: 'Export as JSON lines', icon: 'down', onSelect: () => act.mutate('ndjson') },
          ...(can('conversations:write')
            ? [
                {
                  label: 'Erase a caller',
                  icon: 'trash' as const,
                  danger: true,
                  onSelect: () => setErasing(true),
                },
              ]
            : []),
        ]}
      >
        <IconButton icon="more" label="Export or erase" small busy={act.isPending} />
      </Menu>
      {isErasing && <EraseCaller onClose={() => setErasing(false)} />}
    </>
  );
}
