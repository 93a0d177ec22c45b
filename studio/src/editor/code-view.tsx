import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint';
import { type EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { parse, stringify, YAMLParseError } from 'yaml';
import { Segments } from '../ui/inputs.js';
import { Notice } from '../ui/notice.js';
import { createEditor, replaceText } from './code-mirror.js';
import { isObject, type JsonObject } from './json.js';
import { useDraftAtHand } from './draft-context.js';

type Language = 'json' | 'yaml';

const written = (document: JsonObject, language: Language) =>
  language === 'json' ? JSON.stringify(document, null, 2) : stringify(document, { lineWidth: 100 });

/** JSON is YAML too, but its own parser speaks of its own mistakes. */
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
  const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
  return Math.min(Number(position ?? text.length), text.length);
}

interface Props {
  readonly document: JsonObject;
  readonly onDocument: (document: JsonObject) => void;
}

/** The whole document as text; it is taken whenever it can be read. */
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
  const tell = useRef(onDocument);
  tell.current = onDocument;
  const [mistake, setMistake] = useState<string>();
  useEffect(() => {
    if (!place.current) return;
    const take = (text: string) => {
      const [first] = mistakesOf(text, language);
      setMistake(first && `Line ${text.slice(0, first.from).split('\n').length}: ${first.message}`);
      if (first) return;
      const value = read(text, language);
      if (!isObject(value)) return;
      given.current = value;
      tell.current(value);
    };
    view.current = createEditor({
      parent: place.current,
      text: written(given.current, language),
      label: 'The agent document',
      extensions: [
        lineNumbers(),
        lintGutter(),
        language === 'json' ? json() : yaml(),
        linter((editor) => mistakesOf(editor.state.doc.toString(), language)),
      ],
      isReadOnly,
      onText: take,
    });
    return () => view.current?.destroy();
  }, [language, isReadOnly]);
  useEffect(() => {
    // What was typed here comes back as it is; only what changed elsewhere is put in.
    if (document === given.current || !view.current) return;
    given.current = document;
    setMistake(undefined);
    replaceText(view.current, written(document, language));
  }, [document, language]);
  return (
    <>
      <div role="status" aria-label="Mistakes in the text">
        {mistake !== undefined && (
          <Notice tone="warn">
            <strong>Not taken: the text can not be read.</strong> {mistake}
          </Notice>
        )}
      </div>
      <div ref={place} className="code-field code-field-whole" />
    </>
  );
}
