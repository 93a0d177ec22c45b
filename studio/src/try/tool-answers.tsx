import { Field } from '../ui/field.js';
import { TextArea } from '../ui/inputs.js';

/** Answers by the names of tools; empty ones are none. */
export type Answers = Readonly<Record<string, string>>;

interface Props {
  /** The tools of the agent that make requests. */
  readonly names: readonly string[];
  readonly answers: Answers;
  readonly onAnswers: (answers: Answers) => void;
}

/** What whoever tries the agent answers for its tools, in place of their requests. */
export function ToolAnswers({ names, answers, onAnswers }: Props) {
  if (names.length === 0) return null;
  return (
    <details className="more-options">
      <summary>Answer for the tools</summary>
      <div className="stack-tight">
        <p className="soft small">
          The agent is told what stands here, and no request is made. Empty: the tool is really called.
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

/** The answers that are given, of tools that the agent has. */
export const givenAnswers = (names: readonly string[], answers: Answers): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const answer = answers[name] ?? '';
      return answer.trim() === '' ? [] : [[name, answer]];
    }),
  );
