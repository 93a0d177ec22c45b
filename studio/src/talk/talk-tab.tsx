import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { draftQuery } from '../agents/queries.js';
import { useAccount } from '../app/account.js';
import type { JsonObject } from '../editor/json.js';
import type { CallView } from '../try/studio-call.js';
import { Timeline } from '../try/timeline-view.js';
import { CallDuration, useStudioCall } from '../try/voice-call.js';
import { Button } from '../ui/button.js';
import { Loaded } from '../ui/loaded.js';
import { Notice, ProblemNotice } from '../ui/notice.js';
import { Card } from '../ui/surfaces.js';
import { BookingsCard } from './bookings-card.js';
import { FormCard } from './form-card.js';
import { fieldsOf } from './form-fields.js';
import { LocalModels } from './local-models.js';
import { isInCall, moodOf } from './mood.js';
import { Orb } from './orb.js';
import { PhoneLine } from './phone-line.js';
import { PlainEntry } from './plain-entry.js';
import { suggestionsOf } from './suggestions.js';

/** Talks to the draft without settings: a button, the transcript, the understood values, and reasons for delays. */
export function TalkTab() {
  const { agentId } = useParams({ from: '/agents/$agentId' });
  const draft = useQuery(draftQuery(agentId));
  const { can } = useAccount();
  if (!can('agents:write'))
    return <Notice tone="info">Talking to a draft needs the permission to change it.</Notice>;
  return (
    <Loaded query={draft}>
      {({ document }) => (
        <Talk key={agentId} agentId={agentId} document={document as unknown as JsonObject} />
      )}
    </Loaded>
  );
}

interface Props {
  readonly agentId: string;
  readonly document: JsonObject;
}

function Talk({ agentId, document }: Props) {
  const { view, audio, toggle } = useStudioCall();
  const call = () => toggle({ agentId, target: 'draft' }, () => Promise.resolve());
  return (
    <div className="talk" data-call={view.state}>
      <div className="stack">
        <Stage agentId={agentId} view={view} audio={audio} onToggle={call} />
        {view.problem !== undefined && <ProblemNotice error={view.problem} />}
        {view.form && <FormCard form={view.form} fields={fieldsOf(document, view.form)} />}
        <BookingsCard document={document} formOutcome={view.form?.outcome} />
        <LocalModels agentId={agentId} document={document} isBusy={isInCall(view)} />
      </div>
      <Card title="What is said" className="talk-said">
        <Timeline
          entries={view.timeline}
          view={PlainEntry}
          empty={<Suggestions texts={suggestionsOf(document)} />}
        />
      </Card>
    </div>
  );
}

interface StageProps {
  readonly agentId: string;
  readonly view: CallView;
  readonly audio: AudioContext | undefined;
  readonly onToggle: () => void;
}

/** The agent, its state, and the button. */
function Stage({ agentId, view, audio, onToggle }: StageProps) {
  const inCall = isInCall(view);
  return (
    <section className="card talk-stage" aria-label="Call">
      <Orb mood={moodOf(view)} context={audio} own={view.own} agent={view.agent} />
      <div className="talk-state">
        <p role="status" aria-label="State of the call">
          {wordsOf(view)}
        </p>
        <CallDuration view={view} />
      </div>
      <Button
        id="call"
        look={inCall ? 'danger' : 'primary'}
        icon={inCall ? 'hangUp' : 'phone'}
        onClick={onToggle}
      >
        {inCall ? 'Hang up' : 'Call'}
      </Button>
      <PhoneLine agentId={agentId} />
    </section>
  );
}

const ACTIVITIES: Readonly<Record<string, string>> = {
  listening: 'Listening to you',
  thinking: 'Thinking…',
  speaking: 'Speaking',
};

function wordsOf({ state, activity, words }: CallView): string {
  if (state === 'idle') return 'Ready when you are';
  return state === 'connected' ? (ACTIVITIES[activity] ?? 'Connected') : words;
}

/** Suggestions before the first words. */
const Suggestions = ({ texts }: { readonly texts: readonly string[] }) => (
  <div className="stack-tight talk-try">
    <p>Press Call and speak. Both sides appear here as they are said.</p>
    {texts.length > 0 && (
      <ul aria-label="What you can say">
        {texts.map((text, index) => (
          <li key={text}>
            {index === 0 ? 'Try: ' : 'Or: '}
            <strong>“{text}”</strong>
          </li>
        ))}
      </ul>
    )}
  </div>
);
