import { useQuery } from '@tanstack/react-query';
import { allActiveQuery, draftKey, readDraft } from '../agents/queries.js';
import { useAction } from '../api/action.js';
import { api, type Schemas, take } from '../api/client.js';
import { useAccount } from '../app/account.js';
import { type JsonObject, objectOf, stringOf } from '../editor/json.js';
import { providersKey } from '../providers/queries.js';
import { Button } from '../ui/button.js';
import { Badge, Card } from '../ui/surfaces.js';

type Server = Schemas['LocalModelServer'];

/** Polling interval, in case a model is started or stopped; each poll sends a request to every port. */
const LOOK_MS = 60_000;
/** Models shown per server; the others are collapsed. */
const IN_SIGHT = 5;

/** The agent answers without a language model. */
const BUILT_IN = 'starter';

interface Props {
  readonly agentId: string;
  readonly document: JsonObject;
  /** During a call, which keeps its model. */
  readonly isBusy: boolean;
}

/** Models of this machine; one click lets a model answer for the draft. */
export function LocalModels({ agentId, document, isBusy }: Props) {
  const servers = useServers();
  const choose = useAction((chosen: Chosen) => chooseModel(agentId, chosen), {
    changes: [draftKey(agentId), allActiveQuery.queryKey, providersKey],
    said: 'Changed in the draft. Callers hear it once you publish.',
  });
  const models = objectOf(document.models);
  if (servers.length === 0 || models.endToEnd !== undefined) return null;
  const { provider, modelId } = objectOf(objectOf(models.traditional).llm);
  const inUse = { provider: stringOf(provider), modelId: stringOf(modelId) };
  const isOwn = servers.some(({ preset }) => inUse.provider === preset);
  const isDisabled = isBusy || choose.isPending;
  return (
    <Card title="Language model" className="talk-models">
      <div className="stack-tight">
        <p className="soft small">
          These models run on this machine. Choose one, and the draft answers with it.
        </p>
        {servers.map((server) => (
          <ServerModels
            key={server.preset}
            server={server}
            inUse={inUse}
            disabled={isDisabled}
            onChoose={(model) => choose.mutate({ server, model })}
          />
        ))}
        {isOwn && (
          <div className="row">
            <Button small look="quiet" disabled={isDisabled} onClick={() => choose.mutate(undefined)}>
              Answer without a language model
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** Responding servers, for owners who may use them. */
function useServers(): readonly Server[] {
  const isOwner = useAccount().role === 'owner';
  const { data } = useQuery({
    queryKey: ['local-models'],
    staleTime: LOOK_MS,
    enabled: isOwner,
    queryFn: () => take(api.GET('/v1/local-models')),
  });
  return data?.servers ?? [];
}

interface ServerProps {
  readonly server: Server;
  readonly inUse: { readonly provider: string; readonly modelId: string };
  readonly disabled: boolean;
  readonly onChoose: (model: string) => void;
}

function ServerModels({ server: { preset, title, models }, inUse, disabled, onChoose }: ServerProps) {
  const row = (model: string) => (
    <li key={model} className="row row-between">
      <span className="breakable">{model}</span>
      {inUse.provider === preset && inUse.modelId === model ? (
        <Badge tone="good">in use</Badge>
      ) : (
        <Button small disabled={disabled} aria-label={`Use ${model}`} onClick={() => onChoose(model)}>
          Use
        </Button>
      )}
    </li>
  );
  const more = models.slice(IN_SIGHT);
  return (
    <div>
      <h3>{title}</h3>
      <ul className="stack-tight">{models.slice(0, IN_SIGHT).map(row)}</ul>
      {more.length > 0 && (
        <details className="more-options">
          <summary>{more.length} more</summary>
          <ul className="stack-tight">{more.map(row)}</ul>
        </details>
      )}
    </div>
  );
}

/** Undefined: none. */
type Chosen = { readonly server: Server; readonly model: string } | undefined;

/** Sets the server up as a provider of the account, if necessary, and selects the model in the draft. */
async function chooseModel(agentId: string, chosen: Chosen): Promise<void> {
  if (chosen) await ensureProvider(chosen.server, chosen.model);
  const llm = chosen
    ? { provider: chosen.server.preset, modelId: chosen.model, options: null, fallbacks: null }
    : { provider: BUILT_IN, modelId: null, options: null, fallbacks: null };
  const { revision } = await readDraft(agentId);
  const params = { path: { agentId } };
  const body = { revision, document: { models: { traditional: { llm } } } };
  await take(api.PATCH('/v1/agents/{agentId}/draft', { params, body }));
}

async function ensureProvider({ preset, url }: Server, model: string): Promise<void> {
  const { providers } = await take(api.GET('/v1/providers'));
  const known = providers.find(({ name, owner }) => name === preset && owner === 'account');
  const { llm, embeddings } = known?.settings ?? {};
  if (llm) return;
  const params = { path: { providerName: preset } };
  const services = { ...(embeddings && { embeddings }), llm: { model } };
  await take(api.PUT('/v1/providers/{providerName}', { params, body: { preset, url, services } }));
}
