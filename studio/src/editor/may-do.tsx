import { DocumentField } from './document-field.js';
import { FormsCard } from './forms-card.js';
import { Question, QuestionCard } from './question.js';
import { ToolsCard } from './tools-card.js';

export const MayDoQuestion = () => (
  <Question
    number={4}
    id="may-do"
    title="What may it do?"
    lead="Give it what you would trust a new colleague with."
  >
    <FormsCard />
    <ToolsCard />
    <QuestionCard>
      <DocumentField path={['builtInTools']} />
    </QuestionCard>
  </Question>
);
