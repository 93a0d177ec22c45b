import { autocompletion, type CompletionContext } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Annotation, EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  keymap,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { styleNonce } from '../app/nonce.js';

/** The editor uses the page's color variables, so that it follows the theme. */
const look = EditorView.theme({
  '&': { backgroundColor: 'var(--card)', color: 'var(--ink)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-line': { padding: '0 10px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--accent-soft)',
  },
  '&.cm-prose .cm-content': { fontFamily: 'var(--font)', fontSize: '14px' },
  '.cm-gutters': { backgroundColor: 'var(--inset)', color: 'var(--ink-soft)', border: 'none' },
  '.cm-tooltip': { background: 'var(--card)', border: '1px solid var(--line)', color: 'var(--ink)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  // By default these marks are data: images, which the page's CSP blocks.
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--danger)' },
  '.cm-lint-marker-error': { content: 'none' },
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '50%', background: 'var(--danger)' },
  '.cm-variable': { background: 'var(--accent-soft)', color: 'var(--accent)', borderRadius: '4px' },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--own)' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--ink-soft)' },
]);

/** Marks programmatic changes, which are not user edits. */
const FromElsewhere = Annotation.define<boolean>();

interface EditorOptions {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly label: string;
  readonly extensions: readonly Extension[];
  readonly isReadOnly: boolean;
  readonly onText: (text: string) => void;
}

export function createEditor({
  parent,
  text,
  label,
  extensions,
  isReadOnly,
  onText,
}: EditorOptions): EditorView {
  const tell = EditorView.updateListener.of((update) => {
    if (update.docChanged && !update.transactions.some((one) => one.annotation(FromElsewhere))) {
      onText(update.state.doc.toString());
    }
  });
  const state = EditorState.create({
    doc: text,
    extensions: [
      history(),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorView.cspNonce.of(styleNonce),
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({
        'aria-label': label,
        ...(isReadOnly && { 'aria-readonly': 'true' }),
      }),
      look,
      syntaxHighlighting(colours),
      tell,
      ...extensions,
    ],
  });
  return new EditorView({ parent, state });
}

/** Replaces the text programmatically; keeps the cursor where possible. */
export function replaceText(view: EditorView, text: string): void {
  if (view.state.doc.toString() === text) return;
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    annotations: FromElsewhere.of(true),
  });
}

/** Highlights and completes `{{…}}`. @param names Current variable names. */
export function variables(names: () => readonly string[]): Extension {
  const places = new MatchDecorator({
    regexp: /\{\{[^{}]*\}\}/g,
    decoration: Decoration.mark({ class: 'cm-variable' }),
  });
  const marks = ViewPlugin.define(
    (view) => ({
      decorations: places.createDeco(view),
      update(update: ViewUpdate) {
        this.decorations = places.updateDeco(update, this.decorations);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  );
  const complete = (context: CompletionContext) => {
    const typed = context.matchBefore(/\{\{[\w.]*$/);
    if (!typed) return null;
    const options = names().map((name) => ({ label: `{{${name}}}`, type: 'variable' }));
    return { from: typed.from, options, filter: true };
  };
  const prose = EditorView.editorAttributes.of({ class: 'cm-prose' });
  return [prose, marks, autocompletion({ override: [complete], icons: false })];
}
