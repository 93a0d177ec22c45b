import type { EditorView } from '@codemirror/view';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useDraftAtHand } from './draft-context.js';
import { variableNames } from './variable-names.js';
import { createEditor, replaceText, variables } from './code-mirror.js';
import { coded } from '../ui/coded.js';

export interface PromptTextProps {
  /** JSON Pointer of its place in the document. */
  readonly pointer: string;
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly isLong: boolean;
  readonly onValue: (text: string) => void;
}

/** A text of the agent with highlighted variables. */
export function PromptText({ pointer, label, hint, error, value, isLong, onValue }: PromptTextProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const { isReadOnly, document } = useDraftAtHand();
  const textNow = useEffectEvent(() => value);
  const namesNow = useEffectEvent(() => variableNames(document));
  const tell = useEffectEvent(onValue);
  useEffect(() => {
    const parent = place.current;
    if (!parent) return;
    view.current = createEditor({
      parent,
      text: textNow(),
      label,
      extensions: [variables(() => namesNow())],
      isReadOnly,
      onText: (text) => tell(text),
    });
    return () => view.current?.destroy();
    // The editor is created once; later texts are inserted below.
  }, [label, isReadOnly]);
  useEffect(() => {
    if (view.current) replaceText(view.current, value);
  }, [value]);
  return (
    <div className="field" data-pointer={pointer}>
      <span className="field-label">{label}</span>
      <div ref={place} className={isLong ? 'code-field code-field-long' : 'code-field'} />
      {hint && <p className="field-hint">{coded(hint)}</p>}
      {error && <p className="field-error">{error}</p>}
    </div>
  );
}
