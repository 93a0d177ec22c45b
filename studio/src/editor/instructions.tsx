import { lazy, Suspense } from 'react';
import { Field } from '../ui/field.js';
import { TextArea } from '../ui/inputs.js';
import { instructionsIn, promptOf } from './business.js';
import { pointerOf } from './document-faults.js';
import { useDraftAtHand } from './draft-context.js';
import { useDraftFault } from './draft-field.js';
import { stringOf, withField } from './json.js';
import type { PromptTextProps } from './prompt-text.js';

/** If the server is away and the editor can't be loaded, a plain field must still work. */
const PromptText = lazy(() =>
  import('./prompt-text.js').then(
    ({ PromptText }) => ({ default: PromptText }),
    () => ({ default: PlainText }),
  ),
);

function PlainText({ pointer, label, hint, error, value, onValue }: PromptTextProps) {
  return (
    <div data-pointer={pointer}>
      <Field label={label} hint={hint} error={error}>
        {(ids) => <TextArea {...ids} rows={6} value={value} onValue={onValue} />}
      </Field>
    </div>
  );
}

/** A text with placeholders for values of the call. */
export function VariableText(
  props: Omit<PromptTextProps, 'pointer' | 'error'> & { path: readonly string[] },
) {
  const { path, ...rest } = props;
  const error = useDraftFault(path);
  return (
    <Suspense fallback={<div className="prompt-loading" />}>
      <PromptText {...rest} pointer={pointerOf(path)} error={error} />
    </Suspense>
  );
}

/** The prompt without the facts about the business, which have fields of their own. */
export function Instructions() {
  const { document, edit } = useDraftAtHand();
  const { own } = instructionsIn(stringOf(document.prompt));
  const write = (text: string) =>
    edit((now) => {
      const { business } = instructionsIn(stringOf(now.prompt));
      return withField(now, 'prompt', promptOf({ own: text, business }) || undefined);
    });
  return (
    <VariableText
      path={['prompt']}
      label="In your own words"
      hint="Write as you would brief a new colleague. `{{now}}` is the time of the call."
      value={own}
      isLong
      onValue={write}
    />
  );
}
