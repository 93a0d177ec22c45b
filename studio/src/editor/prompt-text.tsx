import type { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { useDraftAtHand } from './draft-context.js';
import { variableNames } from './variable-names.js';
import { createEditor, replaceText, variables } from './code-mirror.js';
import { coded } from '../ui/coded.js';

export interface PromptTextProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly isLong: boolean;
  readonly onValue: (text: string) => void;
}

/** A text of the agent, with its variables in another colour. */
export function PromptText({ label, hint, value, isLong, onValue }: PromptTextProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const { isReadOnly, document } = useDraftAtHand();
  const names = useRef(document);
  names.current = document;
  const tell = useRef(onValue);
  tell.current = onValue;
  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    view.current = createEditor({
      parent,
      text: value,
      label,
      extensions: [variables(() => variableNames(names.current))],
      isReadOnly,
      onText: (text) => tell.current(text),
    });
    return () => view.current?.destroy();
    // The editor is made once; later texts are put in below.
  }, [label, isReadOnly]);
  useEffect(() => {
    if (view.current) replaceText(view.current, value);
  }, [value]);
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <div ref={place} className={isLong ? 'code-field code-field-long' : 'code-field'} />
      {hint && <p className="field-hint">{coded(hint)}</p>}
    </div>
  );
}
