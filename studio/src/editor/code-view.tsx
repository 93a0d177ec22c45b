import { json, jsonLanguage } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint';
import { type EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { parse, stringify, YAMLParseError } from 'yaml';
import { Segments } from '../ui/inputs.js';
import { Notice } from '../ui/notice.js';
import { createEditor, replaceText } from './code-mirror.js';
import { isObject, type JsonObject } from './json.js';
import { useDraftAtHand } from './draft-context.js';

type Language = 'json' | 'yaml';

const written = (document: JsonObject, language: Language) =>
  language === 'json' ? JSON.stringify(document, null, 2) : stringify(document, { lineWidth: 100 });

/** JSON is valid YAML, but its own parser gives better errors. */
const read = (text: string, language: Language): unknown =>
  language === 'json' ? JSON.parse(text) : parse(text);

function mistakesOf(text: string, language: Language): Diagnostic[] {
  try {
    const value = read(text, language);
    if (isObject(value)) return [];
    return [{ from: 0, to: text.length, severity: 'error', message: 'The document must be an object.' }];
  } catch (error) {
    const at = placeOf(error, text);
    const message = error instanceof Error ? error.message : 'This can not be read.';
    return [{ from: at, to: Math.min(text.length, at + 1), severity: 'error', message }];
  }
}

function placeOf(error: unknown, text: string): number {
  if (error instanceof YAMLParseError) return Math.min(error.pos[0], text.length);
  // Not every browser's message has a position.
  const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  return Math.min(Number(position ?? firstJsonMistake(text)), text.length);
}

function firstJsonMistake(text: string): number {
  const cursor = jsonLanguage.parser.parse(text).cursor();
  do if (cursor.type.isError) return cursor.from;
  while (cursor.next());
  return text.length;
}

/** The first syntax error, with its line. */
function firstMistake(text: string, language: Language): string | undefined {
  const [first] = mistakesOf(text, language);
  return first && `Line ${text.slice(0, first.from).split('\n').length}: ${first.message}`;
}

function readObject(text: string, language: Language): JsonObject | undefined {
  if (mistakesOf(text, language).length > 0) return undefined;
  const value = read(text, language);
  return isObject(value) ? value : undefined;
}

const extensionsOf = (language: Language) => [
  lineNumbers(),
  lintGutter(),
  language === 'json' ? json() : yaml(),
  linter((editor) => mistakesOf(editor.state.doc.toString(), language)),
];

interface Props {
  readonly document: JsonObject;
  readonly onDocument: (document: JsonObject) => void;
}

/** The whole document as text; applied whenever it is valid. */
export function CodeView({ document, onDocument }: Props) {
  const [language, setLanguage] = useState<Language>('json');
  return (
    <div className="stack">
      <div className="row row-between">
        <p className="soft">The whole document. What the form can not show is kept as it is.</p>
        <Segments
          label="Language"
          value={language}
          options={[
            { value: 'json', label: 'JSON' },
            { value: 'yaml', label: 'YAML' },
          ]}
          onValue={setLanguage}
        />
      </div>
      <TextEditor key={language} language={language} document={document} onDocument={onDocument} />
    </div>
  );
}

function TextEditor({ language, document, onDocument }: Props & { readonly language: Language }) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const given = useRef(document);
  const { isReadOnly } = useDraftAtHand();
  const tell = useEffectEvent(onDocument);
  const [mistake, setMistake] = useState<string>();
  useEffect(() => {
    if (!place.current) return;
    const take = (text: string) => {
      setMistake(firstMistake(text, language));
      const value = readObject(text, language);
      if (!value) return;
      given.current = value;
      tell(value);
    };
    view.current = createEditor({
      parent: place.current,
      text: written(given.current, language),
      label: 'The agent document',
      extensions: extensionsOf(language),
      isReadOnly,
      onText: take,
    });
    return () => view.current?.destroy();
  }, [language, isReadOnly]);
  useEffect(() => {
    // Text typed here comes back unchanged; only changes from elsewhere are inserted.
    if (document === given.current || !view.current) return;
    given.current = document;
    setMistake(undefined);
    replaceText(view.current, written(document, language));
  }, [document, language]);
  return (
    <>
      <Mistake words={mistake} />
      <div ref={place} className="code-field code-field-whole" />
    </>
  );
}

function Mistake({ words }: { readonly words: string | undefined }) {
  return (
    <div role="status" aria-label="Mistakes in the text">
      {words !== undefined && (
        <Notice tone="warn">
          <strong>Not taken: the text can not be read.</strong> {words}
        </Notice>
      )}
    </div>
  );
}
