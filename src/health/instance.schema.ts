import { Type } from '@sinclair/typebox';
import { oneOf, responseShape, shape, Timestamp } from '../http/openapi/index.js';
import type { Instance } from '../generated/prisma/client.js';

const fields = {
  instanceId: Type.String(),
  self: Type.Boolean({ description: 'It is the one that has answered.' }),
  version: Type.String({ description: 'Of its program; empty where it is older than this field.' }),
  state: oneOf(['ready', 'full', 'draining'], {
    description: '`full` takes no further calls for now, `draining` ends once its calls have.',
  }),
  activeSessions: Type.Integer({ description: 'Calls that run or are being set up, when it was seen last.' }),
  maxSessions: Type.Integer(),
  startedAt: Timestamp,
  seenAt: Timestamp,
};

const InstanceSchema = shape('Instance', fields);

export const InstancesSchema = responseShape({ instances: Type.Array(InstanceSchema) });

const EXAMPLE = {
  instanceId: 'inst_5Tq8sXb2',
  self: true,
  version: '1.0.0',
  state: 'ready',
  activeSessions: 12,
  maxSessions: 200,
  startedAt: '2026-11-02T08:00:00.000Z',
  seenAt: '2026-11-02T12:30:10.000Z',
};

export const INSTANCES_EXAMPLE = { instances: [EXAMPLE] };

export const InstanceDetails = Type.Optional(
  Type.Array(shape('InstanceDetails', { ...fields, address: Type.Optional(Type.String()) }), {
    description:
      'The instances that share the database. Only for whoever may read `/metrics`: others get the rest of the answer.',
  }),
);

/** The public view of an instance, for any key. */
export function instanceView(row: Instance, selfId: string) {
  return {
    instanceId: row.id,
    self: row.id === selfId,
    version: row.version ?? '',
    state: row.state,
    activeSessions: row.calls,
    maxSessions: row.capacity,
    startedAt: row.startedAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
  };
}

const SettingSchema = shape('InstanceSetting', {
  name: Type.String({ description: 'Of a quota, or of a variable in the environment.' }),
  meaning: Type.String(),
  value: Type.Union([Type.Number(), Type.Boolean()]),
  isDefault: Type.Boolean(),
});

export const SettingsSchema = responseShape({
  sections: Type.Array(
    shape('InstanceSettings', { title: Type.String(), settings: Type.Array(SettingSchema) }),
  ),
});

export const SETTINGS_EXAMPLE = {
  sections: [
    {
      title: 'Quotas of this account',
      settings: [
        {
          name: 'textChats',
          meaning: 'Open text conversations.',
          value: 100,
          isDefault: true,
        },
      ],
    },
  ],
};
