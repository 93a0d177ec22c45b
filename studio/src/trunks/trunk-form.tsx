import { useAction } from '../api/action.js';
import { api, once, type Schemas, take } from '../api/client.js';
import { FormDialog } from '../ui/form-dialog.js';
import { entries } from '../ui/form-field.js';
import type { FieldSpec } from '../ui/form-spec.js';
import { optionsOf } from '../ui/inputs.js';
import { type Trunk, trunksKey } from './queries.js';

const TRANSPORTS = ['udp', 'tcp', 'tls'] as const;
const CODECS = ['opus', 'PCMU', 'PCMA'] as const;

const initialOf = (trunk?: Trunk) => ({
  name: trunk?.name ?? '',
  allowedAddresses: (trunk?.allowedAddresses ?? []) as readonly string[],
  username: trunk?.username ?? '',
  password: '',
  countryCode: trunk?.countryCode ?? '',
  encrypted: trunk?.security === 'required',
  codecs: (trunk?.codecs ?? ['opus', 'PCMU', 'PCMA']) as readonly string[],
  host: trunk?.host ?? '',
  transport: trunk?.transport ?? 'udp',
  register: trunk?.register ?? false,
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
  const { encrypted, password, loginPassword, ...rest } = values;
  return {
    ...rest,
    name: rest.name.trim(),
    username: rest.username || null,
    countryCode: rest.countryCode || null,
    host: rest.host || null,
    loginUsername: rest.loginUsername || null,
    transport: TRANSPORTS.find((one) => one === rest.transport) ?? 'udp',
    codecs: CODECS.filter((one) => rest.codecs.includes(one)),
    allowedAddresses: entries(rest.allowedAddresses),
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
  isKept === true ? 'Kept as it is while this is empty.' : 'Never shown again.';

const fieldsOf = (trunk?: Trunk): readonly FieldSpec<Values>[] => [
  { name: 'name', label: 'Name', kind: 'text', required: true, placeholder: 'Telephone company' },
  ...serverFields(trunk),
  ...incomingFields(trunk),
  ...OUTGOING_FIELDS,
  { name: 'codecs', label: 'Codecs', kind: 'checks', options: optionsOf(CODECS) },
  { name: 'encrypted', label: 'Refuse calls whose sound is not encrypted', kind: 'yes-no' },
  { name: 'maxCalls', label: 'Calls at once', kind: 'number', min: 1 },
];

/** Address and credentials of the trunk. */
const serverFields = (trunk?: Trunk): readonly FieldSpec<Values>[] => [
  {
    name: 'host',
    label: 'Its server',
    kind: 'text',
    placeholder: 'sip.example.com',
    hint: 'Where it registers, and where agents call. Empty: calls only come in.',
  },
  { name: 'transport', label: 'Over', kind: 'choice', options: optionsOf(TRANSPORTS), when: hasServer },
  { name: 'register', label: 'Register there', kind: 'yes-no', when: hasServer },
  { name: 'loginUsername', label: 'User name there', kind: 'text', when: hasServer },
  {
    name: 'loginPassword',
    label: 'Password there',
    kind: 'password',
    when: hasServer,
    hint: passwordHint(trunk?.hasLoginPassword),
  },
];

/** Access control and credentials for incoming calls. */
const incomingFields = (trunk?: Trunk): readonly FieldSpec<Values>[] => [
  {
    name: 'allowedAddresses',
    label: 'Addresses that may call in',
    kind: 'lines',
    placeholder: '203.0.113.0/24',
    hint: 'One a line. Empty: from anywhere, with the login below.',
  },
  { name: 'username', label: 'SIP username', kind: 'text' },
  {
    name: 'password',
    label: 'SIP password',
    kind: 'password',
    hint: passwordHint(trunk?.hasPassword),
  },
];

const OUTGOING_FIELDS: readonly FieldSpec<Values>[] = [
  {
    name: 'allowedPrefixes',
    label: 'Numbers that agents may call begin with',
    kind: 'lines',
    placeholder: '+44',
    hint: 'One a line. Empty: agents call nobody through it.',
  },
  { name: 'blockedPrefixes', label: 'But not with', kind: 'lines', placeholder: '+4490' },
  {
    name: 'localNumbers',
    label: 'Extensions that agents may call',
    kind: 'lines',
    placeholder: '7XXX',
    hint: 'One a line, also short codes and SIP names. X is any digit.',
  },
  { name: 'countryCode', label: 'Country of national numbers', kind: 'text', placeholder: '44 or GB' },
];

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
      wide
      initial={initialOf(trunk)}
      fields={fieldsOf(trunk)}
      onSubmit={(values) => save.mutateAsync(bodyOf(values))}
      onClose={onClose}
    />
  );
}
