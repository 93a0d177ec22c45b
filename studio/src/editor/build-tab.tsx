import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useAccount } from '../app/account.js';
import { TryPanel } from '../try/try-panel.js';
import { Loaded, Skeleton } from '../ui/loaded.js';
import { Notice, ProblemNotice } from '../ui/notice.js';
import { Card } from '../ui/surfaces.js';
import { ConflictNotice } from './conflict-notice.js';
import { DraftContext, useDraftAtHand } from './draft-context.js';
import type { DraftEditor } from './draft-editor.js';
import { DraftFaults, useDraftFaults, useFirstFault, useWayTo } from './draft-faults.js';
import { type JsonObject, withPath } from './json.js';
import { SaveBar } from './save-bar.js';
import { schemaQuery, type JsonSchema } from './schema.js';
import { SchemaField } from './schema-field.js';
import { type Section, SECTIONS } from './sections.js';
import { TurnPace } from './turn-pace.js';
import { saved, useDraftEditor, useEditorView, useToolNames } from './use-draft.js';
import { labelOf } from './words.js';

const CodeView = lazy(async () => ({ default: (await import('./code-view.js')).CodeView }));

/** The editor of the draft, with a panel to try it. */
export function BuildTab() {
  const { agentId } = useParams({ from: '/agents/$agentId' });
  const { editor, error } = useDraftEditor(agentId);
  const tools = useToolNames(editor);
  if (error !== undefined) return <ProblemNotice error={error} />;
  return (
    <div className="build">
      {editor ? <Editor key={agentId} agentId={agentId} editor={editor} /> : <Skeleton lines={8} />}
      <TryPanel agentId={agentId} tools={tools} beforeCall={editor && (() => saved(editor))} />
    </div>
  );
}

function Editor({ agentId, editor }: { readonly agentId: string; readonly editor: DraftEditor }) {
  const view = useEditorView(editor);
  const isReadOnly = !useAccount().can('agents:write');
  const [part, setPart] = useState('conversation');
  const section = SECTIONS.find(({ id }) => id === part);
  const { all, faults, onBlur } = useDraftFaults(view, section);
  const goTo = useWayTo(setPart);
  useFirstFault(view, faults, goTo);
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
      <DraftContext
        value={{ agentId, document: view.document, isReadOnly, faults, flush: () => saved(editor) }}
      >
        <div className="editor" onBlur={onBlur}>
          <SectionNav part={part} onPart={setPart} document={view.document} />
          <Part section={section} document={view.document} onDocument={(next) => editor.edit(next)} />
        </div>
      </DraftContext>
      <Warnings warnings={view.saved.warnings} />
    </div>
  );
}

/** A part of the form, or the whole document as text. */
function Part(props: {
  readonly section: Section | undefined;
  readonly document: JsonObject;
  readonly onDocument: (document: JsonObject) => void;
}) {
  const { section, document, onDocument } = props;
  const schema = useQuery(schemaQuery);
  if (!section)
    return (
      <Suspense fallback={<Skeleton />}>
        <CodeView document={document} onDocument={onDocument} />
      </Suspense>
    );
  return (
    <Loaded query={schema}>
      {(loaded) => (
        <SectionForm
          key={section.id}
          section={section}
          schema={loaded}
          document={document}
          onDocument={onDocument}
        />
      )}
    </Loaded>
  );
}

function SectionNav(props: {
  readonly part: string;
  readonly document: JsonObject;
  readonly onPart: (part: string) => void;
}) {
  const all = [...SECTIONS, { id: 'code', title: 'As JSON or YAML', fields: [] }];
  return (
    <nav className="section-nav" aria-label="Parts of the document">
      {all.map(({ id, title, fields }) => (
        <button
          key={id}
          type="button"
          className="nav-link"
          aria-current={id === props.part ? 'page' : undefined}
          onClick={() => props.onPart(id)}
        >
          {title}
          {fields.some((name) => name in props.document) && id !== 'conversation' && (
            <span className="dot" title="Has settings of its own" />
          )}
        </button>
      ))}
    </nav>
  );
}

function SectionForm(props: {
  readonly section: Section;
  readonly schema: JsonSchema;
  readonly document: JsonObject;
  readonly onDocument: (document: JsonObject) => void;
}) {
  const { section, schema, document, onDocument } = props;
  const { isReadOnly } = useDraftAtHand();
  return (
    <Card title={section.title}>
      <fieldset className="bare stack" disabled={isReadOnly}>
        <p className="soft">{section.lead}</p>
        {section.id === 'turns' && <TurnPace document={document} onDocument={onDocument} />}
        {section.fields.map((name) => (
          <SchemaField
            key={name}
            path={[name]}
            schema={schema.properties?.[name] ?? {}}
            value={document[name]}
            onValue={(value) => onDocument(withPath(document, [name], value))}
          />
        ))}
      </fieldset>
    </Card>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly { path: string; message: string }[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="stack-tight" aria-label="Warnings about the draft">
      {warnings.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          <Notice tone="warn">
            {path !== '' && <strong>{labelOf(path.split('/').slice(1))}: </strong>}
            {message}
          </Notice>
        </li>
      ))}
    </ul>
  );
}
