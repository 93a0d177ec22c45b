import { useEffect } from 'react';
import { PublishButton } from '../ship/publish-button.js';
import { IconButton } from '../ui/button.js';
import { Badge, type Tone } from '../ui/surfaces.js';
import { ChangesSince } from './changes-since.js';
import type { DraftEditor, EditorView, SaveState } from './draft-editor.js';
import { saved } from './use-draft.js';

const WORDS: Readonly<Record<SaveState, readonly [Tone, string]>> = {
  saved: ['good', 'Saved'],
  waiting: ['plain', 'Saving…'],
  saving: ['plain', 'Saving…'],
  conflict: ['danger', 'Changed by someone else'],
  refused: ['danger', 'Not saved'],
  offline: ['warn', 'Not saved: the server does not answer. Trying again…'],
};

const INCOMPLETE = ['plain', 'Not saved yet: something is still to be filled in'] as const;

/** Save status, and undo. */
export function SaveBar({
  agentId,
  editor,
  view,
  isIncomplete,
}: {
  readonly agentId: string;
  readonly editor: DraftEditor;
  readonly view: EditorView;
  /** The refused document is still being filled in. */
  readonly isIncomplete: boolean;
}) {
  const [tone, words] = view.state === 'refused' && isIncomplete ? INCOMPLETE : WORDS[view.state];
  useEffect(() => {
    if (view.state === 'saved') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [view.state]);
  return (
    <div className="row save-bar">
      <span role="status" aria-label="State of the draft">
        <Badge tone={tone}>{words}</Badge>
      </span>
      <span className="soft small">Last saved by {view.saved.updatedBy}</span>
      <ChangesSince agentId={agentId} revision={view.saved.revision} />
      <span className="row push">
        <IconButton icon="undo" label="Undo" small disabled={!view.canUndo} onClick={() => editor.undo()} />
        <IconButton icon="redo" label="Redo" small disabled={!view.canRedo} onClick={() => editor.redo()} />
        <PublishButton agentId={agentId} before={() => saved(editor)} />
      </span>
    </div>
  );
}
