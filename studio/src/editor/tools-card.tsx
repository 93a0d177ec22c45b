import { useState } from 'react';
import { Button } from '../ui/button.js';
import { Segments, SelectInput } from '../ui/inputs.js';
import { Menu } from '../ui/menu.js';
import { capitalised, inWords } from '../ui/words.js';
import { calendarTools } from './calendar-document.js';
import { CalendarFields } from './calendar-fields.js';
import { DocumentField, useSchemaAt } from './document-field.js';
import { useDraftAtHand, useSetField } from './draft-context.js';
import { DraftField } from './draft-field.js';
import { DraftText } from './draft-text.js';
import { type Json, listOf, objectOf, stringOf, valueAt } from './json.js';
import { JsonText } from './json-text.js';
import { freeName, nameOf, wordsOf } from './names.js';
import { ParameterRows } from './parameter-rows.js';
import { More, QuestionCard } from './question.js';
import { RowList } from './row-list.js';
import { choicesOf } from './schema.js';
import { TOOL_PRESETS } from './tool-presets.js';
import { TryTool } from './try-tool.js';

const titleOf = (entry: Json) => capitalised(inWords(stringOf(objectOf(entry).name))) || 'Without a name';

/** Tools of the agent: requests to other systems. */
export function ToolsCard() {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const rowsOf = (field: string) => ({
    path: [field],
    list: listOf(document[field]),
    onList: (list: readonly Json[]) => set([field], list.length === 0 ? undefined : list),
    titleOf,
  });
  return (
    <QuestionCard
      title="What it can do in your systems"
      lead="Look things up, book, write down. It needs a language model, or a form that ends in it."
      actions={<AddTool />}
    >
      <RowList
        {...rowsOf('tools')}
        leadOf={(tool) => stringOf(objectOf(tool).description)}
        actions={(tool) => <TryTool tool={tool} />}
      >
        {(path) => <Tool path={path} />}
      </RowList>
      <RowList
        {...rowsOf('calendars')}
        leadOf={(calendar) => `Finds free times and books: ${stringOf(objectOf(calendar).url)}`}
        actions={(calendar) => <TryTool tool={calendarTools(objectOf(calendar)).find} />}
      >
        {(path) => <CalendarFields path={path} />}
      </RowList>
      <RowList
        {...rowsOf('mcpServers')}
        leadOf={(server) => `MCP server: ${listOf(objectOf(server).tools).map(stringOf).join(', ')}`}
      >
        {(path) => <Server path={path} />}
      </RowList>
    </QuestionCard>
  );
}

function AddTool() {
  const { edit } = useDraftAtHand();
  const entries = TOOL_PRESETS.map(({ label, icon, field, entry }) => ({
    label,
    icon,
    onSelect: () =>
      edit((now) => {
        const list = listOf(now[field]);
        const taken = list.map((one) => stringOf(objectOf(one).name));
        const made = entry(now);
        const name = freeName(made.name, taken, field === 'tools' ? '_' : '');
        return { ...now, [field]: [...list, { ...made, name }] };
      }),
  }));
  return (
    <Menu entries={entries}>
      <Button icon="plus" small>
        Add tool
      </Button>
    </Menu>
  );
}

type Way = 'fields' | 'json';

interface PathProps {
  readonly path: readonly string[];
}

function Tool({ path }: PathProps) {
  const [way, setWay] = useState<Way>('fields');
  const { document } = useDraftAtHand();
  const set = useSetField();
  return (
    <div className="stack">
      <Segments<Way>
        label="How the tool is shown"
        value={way}
        options={[
          { value: 'fields', label: 'Fields' },
          { value: 'json', label: 'JSON' },
        ]}
        onValue={setWay}
      />
      {way === 'fields' ? (
        <ToolFields path={path} />
      ) : (
        <JsonText
          path={path}
          label="The tool"
          value={valueAt(document, path)}
          onValue={(tool) => tool && set(path, tool)}
        />
      )}
    </div>
  );
}

function ToolFields({ path }: PathProps) {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const parameters = [...path, 'parameters'];
  const http = (name: string) => [...path, 'http', name];
  return (
    <>
      <DraftText path={[...path, 'name']} label="Name" required shownAs={wordsOf} savedAs={nameOf} />
      <DraftText
        path={[...path, 'description']}
        label="What it does"
        hint="Also say when to use it: the language model decides by these words."
        placeholder="Finds free times for an appointment. Use it before you offer a time."
        rows={2}
        required
      />
      <div className="address">
        <MethodField path={http('method')} />
        <DraftText
          path={http('url')}
          label="Web address"
          placeholder="https://example.com/appointments"
          required
        />
      </div>
      <ParameterRows
        path={parameters}
        schema={valueAt(document, parameters)}
        onSchema={(schema) => set(parameters, schema)}
      />
      <More>
        {['headers', 'body', 'timeoutMs', 'repeatable', 'durable'].map((name) => (
          <DocumentField key={name} path={http(name)} />
        ))}
        <DocumentField path={[...path, 'filler']} />
      </More>
    </>
  );
}

const METHODS: Readonly<Record<string, string>> = {
  GET: 'Ask (GET)',
  POST: 'Send (POST)',
  PUT: 'Replace (PUT)',
  PATCH: 'Change (PATCH)',
  DELETE: 'Delete (DELETE)',
};

function MethodField({ path }: PathProps) {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const methods = choicesOf(useSchemaAt(path)) ?? [];
  return (
    <DraftField path={path} label="Request">
      {(ids) => (
        <SelectInput
          {...ids}
          value={stringOf(valueAt(document, path))}
          options={methods.map((value) => ({ value, label: METHODS[value] ?? value }))}
          onValue={(method) => set(path, method)}
        />
      )}
    </DraftField>
  );
}

/** A server of the Model Context Protocol. */
const Server = ({ path }: PathProps) => (
  <div className="stack">
    <DraftText path={[...path, 'name']} label="Name" hint="Letters and digits, for example `crm`." required />
    <DraftText path={[...path, 'url']} label="Web address" placeholder="https://example.com/mcp" required />
    <DocumentField path={[...path, 'tools']} />
    <More>
      {['headers', 'timeoutMs', 'repeatable', 'durable', 'filler'].map((name) => (
        <DocumentField key={name} path={[...path, name]} />
      ))}
    </More>
  </div>
);
