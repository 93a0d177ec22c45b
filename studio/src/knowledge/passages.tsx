import { useState } from 'react';
import type { Schemas } from '../api/client.js';
import { Field } from '../ui/field.js';
import { TextInput } from '../ui/inputs.js';
import { rankPassages } from './rank-passages.js';

/** The passages of a document; with a question, those that share words with it come first. */
export function Passages({
  passages,
}: {
  readonly passages: readonly Schemas['KnowledgeDocumentPassage'][];
}) {
  const [question, setQuestion] = useState('');
  const shown = rankPassages(passages, question);
  return (
    <div className="stack">
      <Field
        label="Look for"
        hint="Passages with these words come first. What a call finds also weighs topics and other documents."
      >
        {(ids) => <TextInput {...ids} type="search" value={question} onValue={setQuestion} />}
      </Field>
      {shown.length === 0 && <p className="soft">No passage has these words.</p>}
      <ol className="stack" aria-label="Passages">
        {shown.map(({ title, text }, at) => (
          <li key={at}>
            <strong>{title}</strong>
            <p className="soft passage">{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
