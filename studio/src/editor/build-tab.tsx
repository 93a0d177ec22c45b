import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccount } from '../app/account.js';
import { TryPanel } from '../try/try-panel.js';
import { Loaded, Skeleton } from '../ui/loaded.js';
import { Notice, ProblemNotice } from '../ui/notice.js';
import { Advanced } from './advanced.js';
import { ConflictNotice } from './conflict-notice.js';
import { DraftContext } from './draft-context.js';
import type { DraftEditor } from './draft-editor.js';
import { DraftFaults, useDraftFaults, useFirstFault, useWayTo } from './draft-faults.js';
import { HandsOverQuestion } from './hands-over.js';
import type { JsonObject } from './json.js';
import { KnowsQuestion } from './knows.js';
import { MayDoQuestion } from './may-do.js';
import { QuestionLinks } from './question.js';
import { SaveBar } from './save-bar.js';
import { FirstQuestion } from './says-first.js';
import { schemaQuery, type JsonSchema } from './schema.js';
import { saved, useDraftEditor, useEditorView, useToolNames } from './use-draft.js';
import { Warnings } from './warnings.js';
import { WhoQuestion } from './who.js';

/** The agent on one page: five questions, further topics under Advanced, and a call panel. */
export function BuildTab() {
  const { agentId } = useParams({ from: '/agents/$agentId' });
  const { editor, error } = useDraftEditor(agentId);
  const schema = useQuery(schemaQuery);
  const tools = useToolNames(editor);
  if (error !== undefined) return <ProblemNotice error={error} />;
  return (
    <div className="build">
      <Loaded query={schema} lines={8}>
        {(loaded) =>
          editor ? (
            <Editor key={agentId} agentId={agentId} editor={editor} schema={loaded} />
          ) : (
            <Skeleton lines={8} />
          )
        }
      </Loaded>
      <TryPanel
        agentId={agentId}
        tools={tools}
        documentNow={() => editor?.snapshot().document ?? {}}
        beforeCall={editor && (() => saved(editor))}
      />
    </div>
  );
}

interface EditorProps {
  readonly agentId: string;
  readonly editor: DraftEditor;
  readonly schema: JsonSchema;
}

function Editor({ agentId, editor, schema }: EditorProps) {
  const view = useEditorView(editor);
  const isReadOnly = !useAccount().can('agents:write');
  const [topic, setTopic] = useState('');
  const { all, faults, onBlur } = useDraftFaults(view, topic === 'code');
  const goTo = useWayTo(setTopic);
  useFirstFault(view, faults, goTo);
  const atHand = {
    ...{ agentId, document: view.document, schema, isReadOnly, faults },
    edit: (change: (document: JsonObject) => JsonObject) => editor.edit(change),
    flush: () => saved(editor),
  };
  return (
    <div className="stack">
      <SaveBar
        agentId={agentId}
        editor={editor}
        view={view}
        isIncomplete={all !== undefined && faults.length === 0}
      />
      {view.state === 'conflict' && <ConflictNotice editor={editor} view={view} />}
      <DraftFaults view={view} all={all} faults={faults} onGoTo={goTo} />
      {isReadOnly && <Notice tone="info">You may read this agent, not change it.</Notice>}
      <Warnings warnings={view.saved.warnings} />
      <DraftContext value={atHand}>
        <div className="editor" onBlur={onBlur}>
          <QuestionLinks />
          <Questions isReadOnly={isReadOnly} />
          <Advanced topic={topic} onTopic={setTopic} />
        </div>
      </DraftContext>
    </div>
  );
}

const Questions = ({ isReadOnly }: { readonly isReadOnly: boolean }) => (
  <fieldset className="bare questions" disabled={isReadOnly}>
    <WhoQuestion />
    <FirstQuestion />
    <KnowsQuestion />
    <MayDoQuestion />
    <HandsOverQuestion />
  </fieldset>
);
