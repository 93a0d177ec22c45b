import { Type } from '@sinclair/typebox';
import type { SipTrunk } from '../../generated/prisma/client.js';
import type { RegistrationState } from '../../sip/index.js';
import { QuietHoursSchema } from '../number-rules/quiet-hours.js';
import type { TrunkHealthState } from '../servers/trunk-health.service.js';
import { healthView, TrunkHealthSchema } from './trunk-test.schema.js';
import { CALLER_IDENTITIES, TRUNK_CODECS, TRUNK_SECURITY, TRUNK_TRANSPORTS } from '../trunks/trunk.js';

const closed = { additionalProperties: false } as const;
const TextOrNull = Type.Union([Type.String(), Type.Null()]);

/** This instance's view of a trunk. */
interface TrunkState {
  readonly sipUri: string | null;
  readonly activeCalls: number;
  readonly registration: RegistrationState | undefined;
  readonly health: TrunkHealthState | undefined;
}

/** A trunk in the API; never includes a password. */
export const trunkView = (trunk: SipTrunk, { sipUri, activeCalls, registration, health }: TrunkState) => ({
  trunkId: trunk.id,
  accountId: trunk.accountId,
  name: trunk.name,
  enabled: trunk.enabled,
  sipUri,
  allowedAddresses: trunk.allowedAddresses,
  username: trunk.username,
  hasPassword: trunk.passwordSealed !== null,
  countryCode: trunk.countryCode,
  defaultConnectorId: trunk.defaultConnectorId,
  security: trunk.security,
  codecs: trunk.codecs,
  earlyMedia: trunk.earlyMedia,
  maxCalls: trunk.maxCalls,
  maxCallsPerSecond: trunk.maxCallsPerSecond,
  host: trunk.host,
  port: trunk.port,
  transport: trunk.transport,
  register: trunk.register,
  loginUsername: trunk.loginUsername,
  hasLoginPassword: trunk.loginPasswordSealed !== null,
  registration: registration ? registrationView(registration) : null,
  health: health ? healthView(health) : null,
  allowedPrefixes: trunk.allowedPrefixes,
  blockedPrefixes: trunk.blockedPrefixes,
  localNumbers: trunk.localNumbers,
  callerIdentity: trunk.callerIdentity,
  quietHours: trunk.quietHours,
  activeCalls,
  createdAt: trunk.createdAt.toISOString(),
  updatedAt: trunk.updatedAt.toISOString(),
});

const registrationView = (state: RegistrationState) => ({
  state: state.kind,
  until: state.kind === 'registered' ? state.until.toISOString() : null,
  reason: state.kind === 'failed' ? state.reason : null,
});

const RegistrationSchema = Type.Object(
  {
    state: Type.Union(['registering', 'registered', 'failed'].map((word) => Type.Literal(word))),
    until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    reason: TextOrNull,
  },
  { ...closed, title: 'TrunkRegistration' },
);

export const TrunkSchema = Type.Object(
  {
    trunkId: Type.String(),
    accountId: Type.String(),
    name: Type.String(),
    enabled: Type.Boolean(),
    sipUri: Type.Union([Type.String(), Type.Null()], {
      description:
        'Where the carrier or PBX sends its calls, with the dialled number in place of `{number}`. Calls to it reach this trunk and no ' +
        'other. Null where SIP is switched off.',
    }),
    allowedAddresses: Type.Array(Type.String()),
    username: TextOrNull,
    hasPassword: Type.Boolean(),
    countryCode: TextOrNull,
    defaultConnectorId: TextOrNull,
    security: Type.Union(TRUNK_SECURITY.map((word) => Type.Literal(word))),
    codecs: Type.Array(Type.Union(TRUNK_CODECS.map((name) => Type.Literal(name)))),
    earlyMedia: Type.Boolean(),
    maxCalls: Type.Integer(),
    maxCallsPerSecond: Type.Integer(),
    host: TextOrNull,
    port: Type.Union([Type.Integer(), Type.Null()]),
    transport: Type.Union(TRUNK_TRANSPORTS.map((word) => Type.Literal(word))),
    register: Type.Boolean(),
    loginUsername: TextOrNull,
    hasLoginPassword: Type.Boolean(),
    registration: Type.Union([RegistrationSchema, Type.Null()], {
      description: 'Of the instance that answers; null where it does not register.',
    }),
    health: Type.Union([TrunkHealthSchema, Type.Null()], {
      description:
        'What the server answered to OPTIONS, to the instance that answers; null where it was not asked.',
    }),
    allowedPrefixes: Type.Array(Type.String()),
    blockedPrefixes: Type.Array(Type.String()),
    localNumbers: Type.Array(Type.String()),
    callerIdentity: Type.Union(CALLER_IDENTITIES.map((word) => Type.Literal(word))),
    quietHours: Type.Union([QuietHoursSchema, Type.Null()]),
    activeCalls: Type.Integer({ description: 'Calls that it has now, on the instance that answers.' }),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  { ...closed, title: 'Trunk' },
);

export const TrunkListSchema = Type.Object({ trunks: Type.Array(TrunkSchema) }, closed);

export const TRUNK_EXAMPLE = {
  trunkId: 'trk_2bN8vC4xZ6mK1jH5gF3dSa',
  accountId: 'acc_4fJ2kQ9xN1bV7cR5tY8uHe',
  name: 'Office PBX',
  enabled: true,
  sipUri: 'sip:{number}@203.0.113.20:5060;trunk=trk_2bN8vC4xZ6mK1jH5gF3dSa',
  allowedAddresses: ['203.0.113.0/28'],
  username: null,
  hasPassword: false,
  countryCode: '44',
  defaultConnectorId: null,
  security: 'as-offered',
  codecs: ['PCMU', 'PCMA', 'opus'],
  earlyMedia: false,
  maxCalls: 30,
  maxCallsPerSecond: 10,
  host: null,
  port: null,
  transport: 'udp',
  register: false,
  loginUsername: null,
  hasLoginPassword: false,
  registration: null,
  health: null,
  allowedPrefixes: [],
  blockedPrefixes: [],
  localNumbers: [],
  callerIdentity: 'from',
  quietHours: null,
  activeCalls: 0,
  createdAt: '2026-05-04T09:00:00.000Z',
  updatedAt: '2026-05-04T09:00:00.000Z',
};
