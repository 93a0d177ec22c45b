import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { type Trunk, trunksKey } from '../trunks/queries.js';
import { Button } from '../ui/button.js';
import { Field } from '../ui/field.js';
import { Form, Refused } from '../ui/form.js';
import { entries } from '../ui/form-field.js';
import { SelectInput, TextArea, TextInput } from '../ui/inputs.js';
import { Card } from '../ui/surfaces.js';
import { callsFrom, type Carrier, CARRIERS, dialled } from './carriers.js';
import { numbersKey } from './connectors.js';

interface Props {
  readonly agentId: string;
  readonly lines: readonly Trunk[];
  readonly onDone: () => void;
}

interface Wish {
  /** Of an existing line; empty: a new one. */
  readonly trunkId: string;
  readonly carrier: Carrier;
  readonly host: string;
  readonly username: string;
  readonly password: string;
  readonly addresses: string;
  readonly number: string;
}

const beginWith = (carrier: Carrier) => ({
  ...{ carrier, host: carrier.host },
  ...{ username: '', password: '', addresses: '' },
});

/** A carrier, its login and a number, in one form. */
export function ConnectNumber({ agentId, lines, onDone }: Props) {
  const [wish, setWish] = useState<Wish>({
    ...beginWith(CARRIERS[0]),
    trunkId: lines[0]?.trunkId ?? '',
    number: '',
  });
  const change = (part: Partial<Wish>) => setWish((before) => ({ ...before, ...part }));
  const connect = useConnect(agentId, (trunkId) => change({ trunkId }));
  const isNew = wish.trunkId === '';
  return (
    <Card title="Put it on your phone number">
      <Form
        error={connect.error}
        labels={labelsOf(wish.carrier)}
        onSubmit={() => connect.mutate(wish, { onSuccess: onDone })}
      >
        {lines.length > 0 && <LineChoice lines={lines} wish={wish} onChange={change} />}
        {isNew && <NewLine wish={wish} onChange={change} />}
        <NumberField wish={wish} onChange={change} />
        <Refused />
        <div className="row">
          <Button look="primary" type="submit" busy={connect.isPending}>
            Connect the number
          </Button>
        </div>
      </Form>
    </Card>
  );
}

const NUMBER = 'Your number';

const labelsOf = ({ login }: Carrier) => ({
  ...{ host: 'Its server', allowedAddresses: 'Where its calls come from', phoneNumbers: NUMBER },
  loginUsername: login?.username ?? 'User name',
  loginPassword: login?.password ?? 'Password',
});

/**
 * Makes the line, if it is new, and gives the number to the agent.
 * @param onLine Called with a new line: a second attempt, after a refused number, uses it.
 */
function useConnect(agentId: string, onLine: (trunkId: string) => void) {
  return useAction(
    async (wish: Wish) => {
      if (wish.trunkId === '') {
        const params = { header: once() };
        const line = await take(api.POST('/v1/telephony/trunks', { params, body: lineOf(wish) }));
        onLine(line.trunkId);
      }
      return take(
        api.POST('/v1/agents/{agentId}/telephony/phone-numbers', {
          params: { path: { agentId }, header: once() },
          body: { phoneNumbers: [dialled(wish.number)], clientEnv: 'live' },
        }),
      );
    },
    { changes: [trunksKey, numbersKey(agentId)], said: 'The number is connected.', quiet: true },
  );
}

function lineOf({ carrier, host, username, password, addresses }: Wish): Schemas['CreateTrunk'] {
  return {
    name: carrier.name,
    host: host.trim() || null,
    register: carrier.registers,
    allowedAddresses: callsFrom(carrier, host.trim(), entries(addresses.split('\n'))),
    ...(username !== '' && { loginUsername: username.trim() }),
    ...(password !== '' && { loginPassword: password }),
  };
}

interface PartProps {
  readonly wish: Wish;
  readonly onChange: (part: Partial<Wish>) => void;
}

const LineChoice = ({ lines, wish, onChange }: PartProps & Pick<Props, 'lines'>) => (
  <Field label="Over which line">
    {(ids) => (
      <SelectInput
        {...ids}
        value={wish.trunkId}
        options={[
          ...lines.map(({ trunkId, name }) => ({ value: trunkId, label: name })),
          { value: '', label: 'A new line' },
        ]}
        onValue={(trunkId) => onChange({ trunkId })}
      />
    )}
  </Field>
);

const NumberField = ({ wish, onChange }: PartProps) => (
  <Field
    label={NUMBER}
    name="phoneNumbers"
    hint="With the code of the country, for example +44 20 7946 0810."
  >
    {(ids) => (
      <TextInput
        {...ids}
        required
        type="tel"
        value={wish.number}
        onValue={(number) => onChange({ number })}
      />
    )}
  </Field>
);

const CarrierChoice = ({ wish, onChange }: PartProps) => (
  <fieldset className="field">
    <legend>Who is your carrier?</legend>
    <div className="carriers">
      {CARRIERS.map((one) => (
        <label key={one.id} className="template">
          <input
            type="radio"
            name="carrier"
            checked={one.id === wish.carrier.id}
            onChange={() => onChange(beginWith(one))}
          />
          <strong>{one.name}</strong>
        </label>
      ))}
    </div>
  </fieldset>
);

function NewLine({ wish, onChange }: PartProps) {
  const { carrier } = wish;
  const labels = labelsOf(carrier);
  return (
    <>
      <CarrierChoice wish={wish} onChange={onChange} />
      <p className="soft">{carrier.help}</p>
      <Field label={labels.host} name="host" hint={carrier.hostHint}>
        {(ids) => <TextInput {...ids} required value={wish.host} onValue={(host) => onChange({ host })} />}
      </Field>
      {carrier.login && <Login wish={wish} onChange={onChange} />}
      {carrier.addresses !== undefined && (
        <Field label={labels.allowedAddresses} name="allowedAddresses" hint={carrier.addresses}>
          {(ids) => (
            <TextArea
              {...ids}
              required
              value={wish.addresses}
              placeholder="203.0.113.0/24"
              onValue={(addresses) => onChange({ addresses })}
            />
          )}
        </Field>
      )}
    </>
  );
}

function Login({ wish: { carrier, username, password }, onChange }: PartProps) {
  const labels = labelsOf(carrier);
  return (
    <div className="form-row">
      <Field label={labels.loginUsername} name="loginUsername">
        {(ids) => (
          <TextInput {...ids} required value={username} onValue={(name) => onChange({ username: name })} />
        )}
      </Field>
      <Field label={labels.loginPassword} name="loginPassword">
        {(ids) => (
          <TextInput
            {...ids}
            required
            type="password"
            autoComplete="new-password"
            value={password}
            onValue={(secret) => onChange({ password: secret })}
          />
        )}
      </Field>
    </div>
  );
}
