import { type FocusEvent, useEffect, useEffectEvent, useState } from 'react';
import { toProblem } from '../api/problem.js';
import { leadTo } from '../ui/lead-to.js';
import { ProblemNotice } from '../ui/notice.js';
import { type DocumentFault, documentFaults, placeWords, stillThere } from './document-faults.js';
import type { EditorView } from './draft-editor.js';
import { valueAt } from './json.js';
import { SECTIONS } from './sections.js';

const FIELD = 'data-pointer';
const CONTROL = 'input, select, textarea, [contenteditable="true"]';

const fieldOf = (pointer: string) => pointer.split('/')[1] ?? '';

function allFaults({ problem, refused, document, state }: EditorView): readonly DocumentFault[] | undefined {
  if (state === 'saved' || !refused) return [];
  const faults = documentFaults(toProblem(problem).message, refused);
  return faults && stillThere(faults, refused, document);
}

/**
 * Errors to show: in entries that were saved before, in fields that lost focus, and all of them once an action needs
 * the draft or it is edited as text. New entries may stay incomplete while they are filled in.
 */
export function useDraftFaults(view: EditorView, isText: boolean) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const all = allFaults(view);
  const isLeft = ({ pointer }: DocumentFault) =>
    view.isNeeded ||
    isText ||
    valueAt(view.saved.document, pointer.split('/').slice(1, 3)) !== undefined ||
    [...left].some((place) => pointer === place || pointer.startsWith(`${place}/`));
  const onBlur = ({ target }: FocusEvent) => {
    // Ignores buttons: the one that adds an entry is in the group of all entries.
    if (!target.matches(CONTROL)) return;
    const place = target.closest(`[${FIELD}]`)?.getAttribute(FIELD);
    if (place !== undefined && place !== null) setLeft((before) => new Set([...before, place]));
  };
  return { all, faults: all?.filter(isLeft) ?? [], onBlur };
}

/** Navigates to a place of the form: opens its topic, then focuses its field. */
export function useWayTo(onTopic: (topic: string) => void) {
  const [target, setTarget] = useState<{ readonly pointer: string }>();
  useEffect(() => {
    if (target) focusField(target.pointer);
  }, [target]);
  return (pointer: string) => {
    const topic = SECTIONS.find(({ fields }) => fields.includes(fieldOf(pointer)));
    if (topic) onTopic(topic.id);
    else if (fieldOf(pointer) === '') onTopic('code');
    setTarget({ pointer });
  };
}

/** Navigates to the first error when an action needs the draft. */
export function useFirstFault(
  { isNeeded }: EditorView,
  [first]: readonly DocumentFault[],
  goTo: (pointer: string) => void,
): void {
  const lead = useEffectEvent(() => first && goTo(first.pointer));
  useEffect(() => {
    if (isNeeded) lead();
  }, [isNeeded]);
}

/** The field itself, or the one that contains the place. */
function focusField(pointer: string): void {
  for (let place = pointer; place !== ''; place = place.slice(0, place.lastIndexOf('/'))) {
    const field = document.querySelector(`[${FIELD}="${CSS.escape(place)}"]`);
    if (!field) continue;
    for (let fold = field.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
      fold.open = true;
    leadTo(field.querySelector<HTMLElement>(CONTROL));
    return;
  }
}

/** The server's errors, each with a link to its field. */
export function DraftFaults(props: {
  readonly view: EditorView;
  readonly all: readonly DocumentFault[] | undefined;
  readonly faults: readonly DocumentFault[];
  readonly onGoTo: (pointer: string) => void;
}) {
  const { view, all, faults, onGoTo } = props;
  if (view.state === 'refused' && !all) return <ProblemNotice error={view.problem} />;
  if (faults.length === 0) return null;
  return (
    <div className="notice" role="alert">
      <strong>Not saved.</strong>
      <ul>
        {faults.map(({ pointer, text }) => (
          <li key={pointer}>
            <button type="button" className="link" onClick={() => onGoTo(pointer)}>
              {placeWords(pointer)}
            </button>
            : {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
