import { lazy, Suspense } from 'react';
import { Icon } from '../ui/icon.js';
import { Skeleton } from '../ui/loaded.js';
import { DocumentField } from './document-field.js';
import { useDraftAtHand } from './draft-context.js';
import { type Section, SECTIONS } from './sections.js';

const CodeView = lazy(async () => ({ default: (await import('./code-view.js')).CodeView }));

interface Props {
  /** The open topic. */
  readonly topic: string;
  readonly onTopic: (topic: string) => void;
}

/** Everything that few agents need, by topic; one is open at a time. */
export function Advanced({ topic, onTopic }: Props) {
  return (
    <section id="advanced" className="question" aria-labelledby="advanced-title">
      <header>
        <h2 id="advanced-title" tabIndex={-1}>
          Advanced
        </h2>
        <p>Models, timing, privacy and more. A new agent needs none of it.</p>
      </header>
      <div className="card">
        <ul className="rows">
          {SECTIONS.map((section) => (
            <Topic
              key={section.id}
              section={section}
              isOpen={section.id === topic}
              onToggle={() => onTopic(section.id === topic ? '' : section.id)}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

interface TopicProps {
  readonly section: Section;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Topic({ section: { id, title, lead, fields }, isOpen, onToggle }: TopicProps) {
  const { document, isReadOnly } = useDraftAtHand();
  return (
    <li className="topic">
      <div className="topic-head">
        <h3>
          <button type="button" aria-expanded={isOpen} aria-controls={`topic-${id}`} onClick={onToggle}>
            {title}
          </button>
        </h3>
        <p className="small soft">{lead}</p>
        {fields.some((name) => name in document) && <span className="small soft push">Changed</span>}
        <Icon name="down" />
      </div>
      <fieldset id={`topic-${id}`} className="bare stack" disabled={isReadOnly} hidden={!isOpen}>
        {isOpen &&
          (id === 'code' ? <WholeText /> : fields.map((name) => <DocumentField key={name} path={[name]} />))}
      </fieldset>
    </li>
  );
}

function WholeText() {
  const { document, edit } = useDraftAtHand();
  return (
    <Suspense fallback={<Skeleton />}>
      <CodeView document={document} onDocument={(next) => edit(() => next)} />
    </Suspense>
  );
}
