import { asObject, textIn } from '../api/reading.js';
import { Facts } from '../ui/surfaces.js';
import { capitalised, countOf, formatDuration, inWords, shortVersion } from '../ui/words.js';
import { Comments } from './comments.js';
import { ConversationCost, STAGES } from './cost.js';
import { endedBecause } from './ended-because.js';
import { Quality } from './quality.js';
import type { ConversationDetail } from './queries.js';
import { Tags } from './tags.js';

interface Props {
  readonly conversation: ConversationDetail;
}

/** How it ended, what was written down, what people added; the technical figures are folded. */
export function CallFacts({ conversation }: Props) {
  return (
    <aside className="inbox-facts" aria-label="About this conversation">
      <Ended conversation={conversation} />
      <WrittenDown conversation={conversation} />
      <Tags conversation={conversation} />
      <Comments conversation={conversation} />
      {conversation.endedAt !== null && <ConversationCost conversationId={conversation.id} />}
      <details className="inbox-more">
        <summary>Details</summary>
        <div className="stack">
          <Details conversation={conversation} />
          <Quality conversation={conversation} />
        </div>
      </details>
    </aside>
  );
}

const NOT_KEPT = {
  'storage-limit': 'Transcript and recording are incomplete: the account had reached its storage limit.',
  'record-size': 'The transcript is incomplete: the call was longer than a record may be.',
} as const;

function Ended({ conversation }: Props) {
  const { analysis, failure, endReason, durationMs, rating, unrecorded } = conversation;
  const lines = [
    analysis?.summary?.text,
    failure && `It failed: ${failure.message}`,
    endReason && `It ended because ${endedBecause(endReason)}.`,
    analysis?.success?.reason,
    rating !== null && `The caller gave it ${countOf(rating, 'star')}.`,
    unrecorded && NOT_KEPT[unrecorded],
  ].filter((line) => typeof line === 'string' && line !== '');
  return (
    <section className="stack-tight">
      <h3>Outcome</h3>
      {lines.map((line) => (
        <p key={String(line)} className="small">
          {line}
        </p>
      ))}
      {durationMs !== null && <p className="small soft">It took {formatDuration(durationMs)}.</p>}
    </section>
  );
}

/** The latest values of each form, and the fields of the analysis. */
function WrittenDown({ conversation: { events, analysis } }: Props) {
  const forms = events.flatMap(({ kind, details }) => (kind === 'form' ? [details] : []));
  const latest = new Map(forms.map((form) => [textIn(form, 'name'), asObject(form['values'])]));
  const values = [...latest.values(), analysis?.fields?.values ?? {}].flatMap((one) => Object.entries(one));
  if (values.length === 0) return null;
  return (
    <section className="stack-tight">
      <h3>Written down</h3>
      <Facts facts={values.map(([name, value]) => [labelOf(name), wordsOf(value)] as const)} />
    </section>
  );
}

const labelOf = (name: string): string =>
  capitalised(inWords(name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).toLowerCase());

const wordsOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function Details({ conversation }: Props) {
  const { target, version, mode, variantId, apiErrors, functionErrors, usage } = conversation;
  const models = usage.map((used) => (
    <span key={`${used.stage} ${used.provider} ${used.model}`} className="block">
      <span className="soft">{STAGES[used.stage]}:</span> {used.provider} {used.model}
    </span>
  ));
  return (
    <Facts
      facts={[
        ['Version', `${target}${version === null ? '' : ` · ${shortVersion(version)}`}`],
        ['Mode', mode],
        ['Variant', variantId],
        ['Errors', `${apiErrors} of providers, ${functionErrors} of tools`],
        ['Models', models.length === 0 ? '' : models],
      ]}
    />
  );
}
