import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { type Carrier, carrierOf, CARRIERS, callsFrom } from '../channels/carriers.js';
import { FormDialog } from '../ui/form-dialog.js';
import { entries } from '../ui/form-field.js';
import type { FieldSpec } from '../ui/form-spec.js';
import { optionsOf } from '../ui/inputs.js';
import { type Trunk, trunksKey } from './queries.js';

const TRANSPORTS = [
  { value: 'udp', label: 'UDP' },
  { value: 'tcp', label: 'TCP' },
  { value: 'tls', label: 'TLS, encrypted' },
] as const;
const CODECS = ['opus', 'PCMU', 'PCMA'] as const;
/** Of existing trunks, whose carrier is not kept. */
const ANY_CARRIER = carrierOf('other');

const presetOf = ({ name, host, registers }: Carrier) => ({ name, host, register: registers });

const initialOf = (trunk?: Trunk) => ({
  carrier: trunk ? ANY_CARRIER.id : CARRIERS[0].id,
  ...(trunk ? { name: trunk.name, host: trunk.host ?? '', register: trunk.register } : presetOf(CARRIERS[0])),
  allowedAddresses: (trunk?.allowedAddresses ?? []) as readonly string[],
  username: trunk?.username ?? '',
  password: '',
  countryCode: trunk?.countryCode ?? '',
  encrypted: trunk?.security === 'required',
  codecs: (trunk?.codecs ?? CODECS) as readonly string[],
  transport: trunk?.transport ?? 'udp',
  loginUsername: trunk?.loginUsername ?? '',
  loginPassword: '',
  allowedPrefixes: (trunk?.allowedPrefixes ?? []) as readonly string[],
  blockedPrefixes: (trunk?.blockedPrefixes ?? []) as readonly string[],
  localNumbers: (trunk?.localNumbers ?? []) as readonly string[],
  maxCalls: trunk?.maxCalls ?? 100,
});
type Values = ReturnType<typeof initialOf>;

/** Empty passwords stay unchanged. */
const bodyOf = (values: Values): Schemas['CreateTrunk'] => {
  const { carrier, encrypted, password, loginPassword, ...rest } = values;
  const host = rest.host.trim();
  return {
    ...rest,
    name: rest.name.trim(),
    username: rest.username || null,
    countryCode: rest.countryCode || null,
    host: host || null,
    register: rest.register && host !== '',
    loginUsername: rest.loginUsername || null,
    transport: TRANSPORTS.find(({ value }) => value === rest.transport)?.value ?? 'udp',
    codecs: CODECS.filter((one) => rest.codecs.includes(one)),
    allowedAddresses: callsFrom(carrierOf(carrier), host, entries(rest.allowedAddresses)),
    allowedPrefixes: entries(rest.allowedPrefixes),
    blockedPrefixes: entries(rest.blockedPrefixes),
    localNumbers: entries(rest.localNumbers),
    security: encrypted ? 'required' : 'as-offered',
    ...(password !== '' && { password }),
    ...(loginPassword !== '' && { loginPassword }),
  };
};

const hasServer = ({ host }: Values) => host !== '';
const passwordHint = (isKept: boolean | undefined) =>
  isKept === true ? 'Leave it empty to keep the password.' : undefined;

/** What the carrier asks for comes first. */
function fieldsOf(values: Values, trunk?: Trunk): readonly FieldSpec<Values>[] {
  const carrier = carrierOf(values.carrier);
  return [
    ...(trunk ? [] : [carrierField(carrier)]),
    { name: 'name', label: 'Name', kind: 'text', required: true },
    {
      name: 'host',
      label: 'Its server',
      kind: 'text',
      placeholder: 'sip.example.com',
      hint: carrier.hostHint,
    },
    ...loginFields(carrier, trunk),
    {
      name: 'allowedAddresses',
      label: 'Addresses that may call in',
      kind: 'lines',
      placeholder: '203.0.113.0/24',
      hint: carrier.addresses ?? 'One a line. Empty: from anywhere, with a login.',
      advanced: carrier.addresses === undefined && (trunk?.allowedAddresses ?? []).length === 0,
    },
    ...ADVANCED,
    {
      ...{ name: 'password', label: 'Password for calls in', kind: 'password', advanced: true },
      hint: passwordHint(trunk?.hasPassword),
    },
  ];
}

const carrierField = ({ help }: Carrier): FieldSpec<Values> => ({
  ...{ name: 'carrier', label: 'Carrier', kind: 'choice', hint: help },
  options: CARRIERS.map(({ id, name }) => ({ value: id, label: name })),
  sets: (chosen) => presetOf(carrierOf(chosen)),
});

/** The account at the carrier. */
const loginFields = ({ login }: Carrier, trunk?: Trunk): readonly FieldSpec<Values>[] => [
  {
    ...{ name: 'loginUsername', label: login?.username ?? 'User name', kind: 'text', when: hasServer },
    advanced: login === undefined,
  },
  {
    ...{ name: 'loginPassword', label: login?.password ?? 'Password', kind: 'password', when: hasServer },
    hint: passwordHint(trunk?.hasLoginPassword),
    advanced: login === undefined,
  },
];

const ADVANCED: readonly FieldSpec<Values>[] = (
  [
    {
      name: 'allowedPrefixes',
      label: 'Numbers that agents may call begin with',
      kind: 'lines',
      placeholder: '+44',
      hint: 'One a line. Empty: agents make no calls through it.',
    },
    { name: 'blockedPrefixes', label: 'But never with', kind: 'lines', placeholder: '+4490' },
    {
      name: 'localNumbers',
      label: 'Extensions that agents may call',
      kind: 'lines',
      placeholder: '7XXX',
      hint: 'One a line, also short codes and SIP names. X is any digit.',
    },
    {
      name: 'countryCode',
      label: 'Country',
      kind: 'text',
      placeholder: '44 or GB',
      hint: 'Of numbers written without a country code.',
    },
    {
      name: 'register',
      label: 'Log in there, and take calls over that login',
      kind: 'yes-no',
      when: hasServer,
    },
    { name: 'transport', label: 'Connection', kind: 'choice', options: TRANSPORTS, when: hasServer },
    { name: 'codecs', label: 'Codecs', kind: 'checks', options: optionsOf(CODECS) },
    { name: 'encrypted', label: 'Refuse calls without encrypted audio', kind: 'yes-no' },
    { name: 'maxCalls', label: 'Most calls at once', kind: 'number', min: 1 },
    { name: 'username', label: 'User name for calls in', kind: 'text', hint: 'If its calls log in here.' },
  ] as const
).map((spec) => ({ ...spec, advanced: true }));

export function TrunkForm({ trunk, onClose }: { readonly trunk?: Trunk; readonly onClose: () => void }) {
  const save = useAction(
    (body: Schemas['CreateTrunk']) =>
      trunk
        ? take(
            api.PATCH('/v1/telephony/trunks/{trunkId}', {
              params: { path: { trunkId: trunk.trunkId } },
              body,
            }),
          )
        : take(api.POST('/v1/telephony/trunks', { params: { header: once() }, body })),
    { changes: [trunksKey], said: 'Saved.', quiet: true },
  );
  return (
    <FormDialog<Values>
      title={trunk ? `Change “${trunk.name}”` : 'New trunk'}
      action="Save"
      initial={initialOf(trunk)}
      fields={(values) => fieldsOf(values, trunk)}
      onSubmit={(values) => save.mutateAsync(bodyOf(values))}
      onClose={onClose}
    />
  );
}
