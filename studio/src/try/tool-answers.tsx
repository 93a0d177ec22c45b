import { Field } from '../ui/field.js';
import { TextArea } from '../ui/inputs.js';

/** Mocked answers by tool name; empty ones are unset. */
export type Answers = Readonly<Record<string, string>>;

interface Props {
  /** The agent's tools that send requests. */
  readonly names: readonly string[];
  readonly answers: Answers;
  readonly onAnswers: (answers: Answers) => void;
}

/** Mocked answers for the agent's tools, in place of their requests. */
export function ToolAnswers({ names, answers, onAnswers }: Props) {
  if (names.length === 0) return null;
  return (
    <details className="more-options">
      <summary>Answer for the tools</summary>
      <div className="stack-tight">
        <p className="soft small">
          The agent gets this answer, and no request is made. Empty: the tool is really called.
        </p>
        {names.map((name) => (
          <Field key={name} label={<code>{name}</code>}>
            {(ids) => (
              <TextArea
                {...ids}
                className="mono"
                rows={1}
                maxLength={10_000}
                spellCheck={false}
                placeholder="really called"
                value={answers[name] ?? ''}
                onValue={(text) => onAnswers({ ...answers, [name]: text })}
              />
            )}
          </Field>
        ))}
      </div>
    </details>
  );
}

/** The answers given for existing tools. */
export const givenAnswers = (names: readonly string[], answers: Answers): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const answer = answers[name] ?? '';
      return answer.trim() === '' ? [] : [[name, answer]];
    }),
  );
