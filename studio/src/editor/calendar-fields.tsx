import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, take } from '../api/client.js';
import { HelpLink } from '../help/help-link.js';
import { secretsKey, secretsQuery } from '../records/secrets.js';
import { TextInput } from '../ui/inputs.js';
import { calendarHours, calendarTools, hoursOfCalendar } from './calendar-document.js';
import { DocumentField } from './document-field.js';
import { useDraftAtHand, useSetField } from './draft-context.js';
import { DraftField, useDraftFault } from './draft-field.js';
import { DraftText } from './draft-text.js';
import { objectOf, stringOf, valueAt } from './json.js';
import { freeName } from './names.js';
import { DayHours } from './opening-hours.js';
import { More } from './question.js';
import { TryTool } from './try-tool.js';

interface Props {
  readonly path: readonly string[];
}

/** A calendar in which the agent finds free times and books. */
export function CalendarFields({ path }: Props) {
  const { document } = useDraftAtHand();
  const calendar = objectOf(valueAt(document, path));
  return (
    <div className="stack">
      <div className="row">
        <HelpLink document="how-to/calendar">Where to find address and password</HelpLink>
      </div>
      <DraftText
        path={[...path, 'url']}
        label="Address of the calendar"
        hint="Its CalDAV address, from the settings of your calendar program."
        placeholder="https://cloud.example.com/dav/calendars/anna/practice/"
        required
      />
      <div className="two">
        <DraftText path={[...path, 'username']} label="User name" required />
        <Password path={path} />
      </div>
      <Hours path={path} />
      <DocumentField path={[...path, 'minutes']} />
      <div className="row">
        <TryTool tool={calendarTools(calendar).book} label="Try booking" />
      </div>
      <More>
        <DraftText
          path={[...path, 'name']}
          label="Name"
          hint="Letters and digits. With several calendars, say in the instructions which one to use when."
          required
        />
        <DocumentField path={[...path, 'filler']} />
      </More>
    </div>
  );
}

function Password({ path }: Props) {
  const { isReadOnly } = useDraftAtHand();
  const { typed, setTyped, save, host, allowedHosts } = usePassword(path);
  const fault = useDraftFault([...path, 'password']);
  return (
    <DraftField
      path={[...path, 'password']}
      label="Password"
      hint={hintOf(host, allowedHosts)}
      error={fault === undefined ? undefined : 'Fill this in.'}
    >
      {(ids) => (
        <TextInput
          {...ids}
          type="password"
          autoComplete="new-password"
          readOnly={isReadOnly}
          placeholder={allowedHosts ? 'Kept' : ''}
          value={typed}
          onValue={setTyped}
          onBlur={save}
          onKeyDown={({ key }) => key === 'Enter' && save()}
        />
      )}
    </DraftField>
  );
}

/** A typed password becomes a secret of the account, to which the document refers. */
function usePassword(path: readonly string[]) {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const [typed, setTyped] = useState('');
  const { data: secrets = [] } = useQuery(secretsQuery);
  const { url, password } = objectOf(valueAt(document, path));
  const host = URL.parse(stringOf(url))?.host ?? '';
  const [, name] = /secret\.(\w+)/.exec(stringOf(password)) ?? [];
  const keep = useAction(
    (secretName: string) => {
      const body = { value: typed, allowedHosts: [host] };
      return take(api.PUT('/v1/secrets/{secretName}', { params: { path: { secretName } }, body }));
    },
    { changes: [secretsKey], said: 'The password is kept as a secret.' },
  );
  const save = () => {
    if (typed === '' || host === '' || keep.isPending) return;
    const taken = secrets.map((secret) => secret.name);
    keep.mutate(name ?? freeName('CALENDAR_PASSWORD', taken), {
      onSuccess: ({ secret }) => {
        setTyped('');
        set([...path, 'password'], `{{secret.${secret.name}}}`);
      },
    });
  };
  const { allowedHosts } = secrets.find((secret) => secret.name === name) ?? {};
  return { typed, setTyped, save, host, allowedHosts };
}

function hintOf(host: string, allowed: readonly string[] | undefined): string {
  if (host === '') return 'Enter the address first: the password goes to no other server.';
  if (allowed && !allowed.includes(host)) return `Enter it again: it may not go to ${host} yet.`;
  return allowed ? `It goes to ${host} only.` : 'Better an app password than your own.';
}

function Hours({ path }: Props) {
  const { document } = useDraftAtHand();
  const set = useSetField();
  const place = [...path, 'hours'];
  return (
    <DraftField path={place} label="When appointments may be" hint="In the time zone of the agent.">
      {(ids) => (
        <div id={ids.id} aria-describedby={ids['aria-describedby']}>
          <DayHours
            label="When appointments may be"
            hours={hoursOfCalendar(objectOf(valueAt(document, place)))}
            onHours={(hours) => set(place, calendarHours(hours))}
          />
        </div>
      )}
    </DraftField>
  );
}
