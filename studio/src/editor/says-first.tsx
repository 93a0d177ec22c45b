import { useDraftAtHand, useSetField } from './draft-context.js';
import { VariableText } from './instructions.js';
import { stringOf } from './json.js';
import { Listen } from './listen.js';
import { Question, QuestionCard } from './question.js';

export function FirstQuestion() {
  const { document } = useDraftAtHand();
  const set = useSetField();
  return (
    <Question
      number={2}
      id="first"
      title="What does it say first?"
      lead="The first five seconds decide whether people stay on the line."
    >
      <QuestionCard>
        <VariableText
          path={['greeting']}
          label="Greeting"
          hint="Empty: the caller speaks first."
          value={stringOf(document.greeting)}
          isLong={false}
          onValue={(text) => set(['greeting'], text)}
        />
        <div className="row">
          <Listen />
        </div>
      </QuestionCard>
    </Question>
  );
}
