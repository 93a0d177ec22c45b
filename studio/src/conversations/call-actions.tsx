import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, done } from '../api/client.js';
import { saveAs } from '../api/save-as.js';
import { useAccount } from '../app/account.js';
import { HangUp } from '../live/hang-up.js';
import { Button, IconButton } from '../ui/button.js';
import { Confirm } from '../ui/dialog.js';
import { Menu, type MenuEntry } from '../ui/menu.js';
import { EraseCaller } from './erase-caller.js';
import { MakeTestCase } from './make-test-case.js';
import { type ConversationDetail, conversationsKey } from './queries.js';
import { ReplayOnDraft } from './replay-on-draft.js';

type Window = 'delete' | 'case' | 'erase';

/** What can be done with one conversation. */
export function CallActions({ conversation }: { readonly conversation: ConversationDetail }) {
  const { can } = useAccount();
  const [open, setOpen] = useState<Window>();
  const { id, endedAt, mode, caller } = conversation;
  const isOver = endedAt !== null;
  const close = () => setOpen(undefined);
  return (
    <div className="row row-wrap">
      {can('agents:write') && isOver && (
        <>
          <Button small icon="flask" onClick={() => setOpen('case')}>
            Make a test of this
          </Button>
          <ReplayOnDraft conversation={conversation} />
        </>
      )}
      {can('calls:write') && !isOver && mode !== 'text' && <HangUp conversationId={id} />}
      <Menu entries={entriesOf(conversation, can('conversations:write'), setOpen)}>
        <IconButton icon="more" label="More for this conversation" small />
      </Menu>
      {open === 'case' && <MakeTestCase conversation={conversation} onClose={close} />}
      {open === 'delete' && <DeleteConversation conversationId={id} onClose={close} />}
      {open === 'erase' && <EraseCaller caller={caller ?? ''} onClose={close} />}
    </div>
  );
}

function entriesOf(
  conversation: ConversationDetail,
  mayDelete: boolean,
  onOpen: (window: Window) => void,
): readonly MenuEntry[] {
  const { id, endedAt, caller } = conversation;
  const deletes = { icon: 'trash', danger: true } as const;
  return [
    {
      label: 'Copy link',
      icon: 'link',
      onSelect: () => void navigator.clipboard.writeText(location.href),
    },
    { label: 'Export as JSON', icon: 'down', onSelect: () => saveAs(`${id}.json`, written(conversation)) },
    ...(mayDelete
      ? [
          { ...deletes, label: 'Delete', disabled: endedAt === null, onSelect: () => onOpen('delete') },
          {
            ...deletes,
            label: 'Erase this caller',
            disabled: caller === null,
            onSelect: () => onOpen('erase'),
          },
        ]
      : []),
  ];
}

/** The whole record, as returned by the API. */
const written = (conversation: ConversationDetail) =>
  new Blob([JSON.stringify(conversation, null, 2)], { type: 'application/json' });

function DeleteConversation(props: { readonly conversationId: string; readonly onClose: () => void }) {
  const { conversationId, onClose } = props;
  const navigate = useNavigate();
  const remove = useAction(
    () => done(api.DELETE('/v1/conversations/{conversationId}', { params: { path: { conversationId } } })),
    { changes: [conversationsKey], said: 'Deleted the conversation.', quiet: true },
  );
  return (
    <Confirm
      title="Delete this conversation?"
      action="Delete"
      onConfirm={async () => {
        await remove.mutateAsync(undefined);
        await navigate({ to: '/conversations', search: true });
      }}
      onClose={onClose}
    >
      Its words, its comments and its recording go with it. This can&rsquo;t be undone.
    </Confirm>
  );
}
