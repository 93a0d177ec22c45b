import { useState } from 'react';
import { useAction } from '../api/action.js';
import { api, done, once, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { Age } from '../ui/age.js';
import { Dialog } from '../ui/dialog.js';
import { FormDialog } from '../ui/form-dialog.js';
import { entries } from '../ui/form-field.js';
import { useNowMs } from '../ui/now.js';
import { Records } from '../ui/records.js';
import { SecretForm } from '../ui/secret-form.js';
import { Badge, type Tone } from '../ui/surfaces.js';
import type { Column } from '../ui/table.js';

type CallToken = Schemas['CallToken'];

interface Props {
  readonly agentId: string;
  readonly connector: Schemas['Connector'];
  readonly onClose: () => void;
}

const tokensKey = (connectorId: string) => ['call-tokens', connectorId] as const;

const COLUMNS: readonly Column<CallToken>[] = [
  { name: 'For', cell: ({ caller }) => caller ?? <span className="soft">anybody</span> },
  {
    name: 'Used',
    end: true,
    optional: true,
    width: '6.5rem',
    cell: ({ used, uses }) => `${used} of ${uses}`,
  },
  { name: 'State', width: '6.5rem', cell: (token) => <State token={token} /> },
  { name: 'Until', optional: true, width: '7rem', cell: ({ expiresAt }) => <Age time={expiresAt} /> },
  { name: 'Made by', optional: true, cell: ({ mintedBy }) => mintedBy },
];

type OfConnector = { readonly agentId: string; readonly connectorId: string };

async function readTokens(path: OfConnector, cursor: string | undefined) {
  const query = { limit: 20, ...(cursor !== undefined && { cursor }) };
  const { callTokens, nextCursor } = await take(
    api.GET('/v1/agents/{agentId}/telephony/connectors/{connectorId}/call-tokens', {
      params: { path, query },
    }),
  );
  return { rows: callTokens, next: nextCursor };
}

const revokeToken = (path: OfConnector & { readonly callTokenId: string }) =>
  done(
    api.DELETE('/v1/agents/{agentId}/telephony/connectors/{connectorId}/call-tokens/{callTokenId}', {
      params: { path },
    }),
  );

/** A connector's short-lived tokens, which an app's backend gives to one caller each. */
export function CallTokens({ agentId, connector, onClose }: Props) {
  const { connectorId, name } = connector;
  const mayWrite = useAccount().can('call-tokens:write');
  return (
    <Dialog
      title={`Call tokens of “${name}”`}
      lead="Each lets one caller in, for a while. Your backend makes them with an API key; here you make one to try."
      wide
      onClose={onClose}
    >
      <Records<CallToken>
        title="Tokens"
        icon="key"
        empty={{ title: 'No tokens', text: 'Tokens that are over are forgotten after a while.' }}
        queryKey={tokensKey(connectorId)}
        read={(cursor) => readTokens({ agentId, connectorId }, cursor)}
        keyOf={({ callTokenId }) => callTokenId}
        nameOf={({ callTokenId }) => callTokenId}
        mayWrite={mayWrite}
        columns={COLUMNS}
        create={{
          label: 'New token',
          window: (close) => <NewToken agentId={agentId} connectorId={connectorId} onClose={close} />,
        }}
        remove={{
          verb: 'Revoke',
          act: ({ callTokenId }) => revokeToken({ agentId, connectorId, callTokenId }),
          text: 'It starts no more calls. Running calls continue.',
        }}
      />
    </Dialog>
  );
}

function State({ token: { revokedAt, expiresAt, used, uses } }: { readonly token: CallToken }) {
  const nowMs = useNowMs();
  const [word, tone]: readonly [string, Tone] =
    revokedAt !== null
      ? ['revoked', 'plain']
      : Date.parse(expiresAt) < nowMs
        ? ['expired', 'plain']
        : used >= uses
          ? ['used up', 'plain']
          : ['good', 'good'];
  return <Badge tone={tone}>{word}</Badge>;
}

const FIELDS = [
  { name: 'caller', label: 'Who calls', kind: 'text', hint: 'As the record of the call names them.' },
  { name: 'minutes', path: 'ttlSeconds', label: 'Good for minutes', kind: 'number', min: 1 },
  { name: 'uses', label: 'Good for calls', kind: 'number', min: 1 },
  {
    name: 'origins',
    label: 'Only from these web pages',
    kind: 'lines',
    placeholder: 'https://www.example.com',
    hint: 'Origins, one a line. Empty: from anywhere.',
  },
] as const;

function NewToken({ agentId, connectorId, onClose }: OfConnector & { readonly onClose: () => void }) {
  const mint = useAction(
    (body: Schemas['MintCallToken']) =>
      take(
        api.POST('/v1/agents/{agentId}/telephony/connectors/{connectorId}/call-tokens', {
          params: { path: { agentId, connectorId }, header: once() },
          body,
        }),
      ),
    { changes: [tokensKey(connectorId)], quiet: true },
  );
  const [initial] = useState({ caller: '', minutes: 10, uses: 1, origins: [] as readonly string[] });
  return (
    <SecretForm
      title="The call token"
      onClose={onClose}
      form={(onSecret) => (
        <FormDialog
          title="New call token"
          action="Make the token"
          stayOpen
          initial={initial}
          fields={FIELDS}
          onSubmit={async ({ caller, minutes, uses, origins }) => {
            const pages = entries(origins);
            const made = await mint.mutateAsync({
              ttlSeconds: minutes * 60,
              uses,
              ...(caller !== '' && { caller }),
              ...(pages.length > 0 && { origins: pages }),
            });
            onSecret(made.token);
          }}
          onClose={onClose}
        />
      )}
    />
  );
}
