import { Button } from '../ui/button.js';
import type { DraftEditor, EditorView } from './draft-editor.js';
import { changedFields } from './json.js';
import { labelOf } from './words.js';

/** A concurrent edit: who saved, what differs, and which version to keep. */
export function ConflictNotice({
  editor,
  view,
}: {
  readonly editor: DraftEditor;
  readonly view: EditorView;
}) {
  const { theirs, document } = view;
  if (!theirs) return null;
  const different = changedFields(theirs.document, document).map((name) => labelOf([name]));
  return (
    <div className="notice notice-warn stack-tight" role="alert">
      <p>
        <strong>{theirs.updatedBy} has changed this draft while you did.</strong> Different:{' '}
        {different.length === 0 ? 'nothing' : different.join(', ')}. Nothing of yours is saved until you
        choose.
      </p>
      <div className="row row-wrap">
        <Button small look="primary" onClick={() => editor.keepMine()}>
          Keep mine
        </Button>
        <Button small onClick={() => editor.takeTheirs()}>
          Take theirs
        </Button>
        <span className="soft small">Undo brings yours back afterwards.</span>
      </div>
    </div>
  );
}
