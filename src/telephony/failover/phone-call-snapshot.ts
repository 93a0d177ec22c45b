import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import type { KeptAudio } from '../../media/index.js';
import type { KeptDialog } from '../../sip/index.js';
import { TRUNK_CODECS } from '../trunks/trunk.js';

const Port = Type.Integer({ minimum: 1, maximum: 65_535 });
const PayloadType = Type.Integer({ minimum: 0, maximum: 127 });

const Dialog = Type.Object({
  callId: Type.String(),
  localTag: Type.String(),
  remoteTag: Type.String(),
  nextSequence: Type.Integer({ minimum: 1 }),
  remoteSequence: Type.Optional(Type.Integer({ minimum: 0 })),
  localUri: Type.String(),
  remoteUri: Type.String(),
  remoteTarget: Type.String(),
  routeSet: Type.Array(Type.String()),
  weBegan: Type.Boolean(),
  sessionSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
  way: Type.Object({
    protocol: Type.Union([Type.Literal('UDP'), Type.Literal('TCP'), Type.Literal('TLS')]),
    address: Type.String(),
    port: Port,
  }),
});

const Audio = Type.Object({
  originId: Type.Integer({ minimum: 0 }),
  version: Type.Integer({ minimum: 1 }),
  codec: Type.Object({
    name: Type.Union(TRUNK_CODECS.map((name) => Type.Literal(name))),
    payloadType: PayloadType,
  }),
  keys: Type.Optional(Type.Object({ payloadType: PayloadType, clockRateHz: Type.Integer({ minimum: 1 }) })),
  isSecure: Type.Boolean(),
});

const SnapshotSchema = Type.Object({
  trunkId: Type.String(),
  /** Our number in the call. */
  ownNumber: Type.String(),
  connectorId: Type.Optional(Type.String()),
  disableHandoff: Type.Boolean(),
  /** The id of the outbound call request, if any. */
  orderId: Type.Optional(Type.String()),
  dialog: Dialog,
  audio: Audio,
});

/** The snapshot from which another process restores a phone call; plain JSON. */
export type PhoneCallSnapshot = Omit<Static<typeof SnapshotSchema>, 'dialog' | 'audio'> & {
  readonly dialog: KeptDialog;
  readonly audio: KeptAudio;
};

/** Undefined for a snapshot that this release cannot restore. */
export function parsePhoneCallSnapshot(value: unknown): PhoneCallSnapshot | undefined {
  return Value.Check(SnapshotSchema, value) ? value : undefined;
}

/** The dialog of any saved leg; undefined if there is none. */
export function keptDialogIn(value: unknown): KeptDialog | undefined {
  return Value.Check(Type.Object({ dialog: Dialog }), value) ? value.dialog : undefined;
}
