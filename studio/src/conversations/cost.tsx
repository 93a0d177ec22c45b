import { useQuery } from '@tanstack/react-query';
import { api, take } from '../api/client.js';
import { Card } from '../ui/surfaces.js';
import { type Column, Table } from '../ui/table.js';
import { formatDuration, formatMoney, formatNumber } from '../ui/words.js';
import { conversationsKey } from './queries.js';

type Cost = Awaited<ReturnType<typeof readCost>>;
type Part = Cost['usage'][number];

const readCost = (conversationId: string) =>
  take(api.GET('/v1/conversations/{conversationId}/cost', { params: { path: { conversationId } } }));

/** Cost of a conversation by stage and provider. Empty if no provider was used. */
export function ConversationCost({ conversationId }: { readonly conversationId: string }) {
  const { data } = useQuery({
    queryKey: [...conversationsKey, 'cost', conversationId],
    queryFn: () => readCost(conversationId),
  });
  if (!data || data.usage.length === 0) return null;
  return (
    <Card title="Cost" actions={<strong>{totalOf(data)}</strong>} flush>
      <Table<Part>
        label="Cost"
        rows={data.usage}
        keyOf={({ stage, provider, model }) => `${stage} ${provider} ${model}`}
        columns={columnsOf(data.currency)}
      />
    </Card>
  );
}

const totalOf = ({ cost, currency }: Cost): string =>
  cost === null || currency === null ? 'No price is known' : formatMoney(cost, currency);

/** Readable names of the stages. */
export const STAGES: Readonly<Record<Part['stage'], string>> = {
  endToEnd: 'All in one',
  stt: 'Hears',
  llm: 'Thinks',
  tts: 'Speaks',
  embeddings: 'Finds',
};

const columnsOf = (currency: string | null): readonly Column<Part>[] => [
  { name: 'Does', width: '6.5rem', cell: ({ stage }) => STAGES[stage] },
  { name: 'Who', cell: ({ provider, model }) => `${provider} ${model}` },
  { name: 'Amount', optional: true, cell: amountOf },
  {
    name: 'Cost',
    end: true,
    width: '6.5rem',
    cell: ({ cost }) =>
      cost === null || currency === null ? <span className="soft">–</span> : formatMoney(cost, currency),
  },
];

/** Usage in the units that providers charge by. */
function amountOf({ inputTokens, outputTokens, audioMs, characters }: Part): string {
  const all = [
    inputTokens === undefined ? '' : `${formatNumber(inputTokens)} tokens in`,
    outputTokens === undefined ? '' : `${formatNumber(outputTokens)} out`,
    audioMs === undefined ? '' : `${formatDuration(audioMs)} min heard`,
    characters === undefined ? '' : `${formatNumber(characters)} characters`,
  ];
  return all.filter((one) => one !== '').join(', ');
}
