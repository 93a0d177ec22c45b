import { Type, type Static } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { readSecretFile } from '../../common/secrets/read-secret-file.js';
import type { UsageView } from '../../conversations/index.js';
import { USAGE_STAGES } from '../../voice/index.js';

const closed = { additionalProperties: false } as const;
const Amount = Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 }));

const Price = Type.Object(
  {
    provider: Type.String({ minLength: 1, maxLength: 200 }),
    /** Absent for all models of the provider. */
    model: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    stage: Type.Optional(Type.Union(USAGE_STAGES.map((stage) => Type.Literal(stage)))),
    inputPerMillionTokens: Amount,
    cachedPerMillionTokens: Amount,
    audioInputPerMillionTokens: Amount,
    outputPerMillionTokens: Amount,
    audioOutputPerMillionTokens: Amount,
    perAudioMinute: Amount,
    perMillionCharacters: Amount,
  },
  closed,
);

/** The content of USAGE_PRICES_FILE. */
const PriceTable = Type.Object(
  { currency: Type.String({ pattern: '^[A-Z]{3}$' }), prices: Type.Array(Price, { maxItems: 1_000 }) },
  closed,
);

export type Prices = Static<typeof PriceTable>;
type PriceEntry = Static<typeof Price>;

const MILLION = 1_000_000;
const MS_A_MINUTE = 60_000;

/** @throws Error when the file cannot be read or is invalid; names the position */
export async function readPrices(path: string | undefined): Promise<Prices | undefined> {
  if (path === undefined) return undefined;
  const content = await readSecretFile('USAGE_PRICES_FILE', path);
  if (Value.Check(PriceTable, content)) return content;
  const place = Value.Errors(PriceTable, content).First()?.path;
  throw new Error(
    `USAGE_PRICES_FILE is not as docs/how-to/usage-and-costs.md describes it, at ${place || 'its root'}`,
  );
}

/**
 * The cost of usage by the first price that matches provider, model and stage; undefined if none does. Cached and audio
 * tokens cost the same as other tokens unless they have their own price.
 */
export function costOf(used: UsageView, { prices }: Prices): number | undefined {
  const price = prices.find((entry) => fits(entry, used));
  if (!price) return undefined;
  const { inputTokens = 0, cachedTokens = 0, audioInputTokens = 0 } = used;
  const { outputTokens = 0, audioOutputTokens = 0 } = used;
  const { inputPerMillionTokens: input = 0, outputPerMillionTokens: output = 0 } = price;
  const plainInput = Math.max(0, inputTokens - cachedTokens - audioInputTokens);
  const plainOutput = Math.max(0, outputTokens - audioOutputTokens);
  const perMillion =
    plainInput * input +
    cachedTokens * (price.cachedPerMillionTokens ?? input) +
    audioInputTokens * (price.audioInputPerMillionTokens ?? input) +
    plainOutput * output +
    audioOutputTokens * (price.audioOutputPerMillionTokens ?? output) +
    (used.characters ?? 0) * (price.perMillionCharacters ?? 0);
  return perMillion / MILLION + ((used.audioMs ?? 0) / MS_A_MINUTE) * (price.perAudioMinute ?? 0);
}

const fits = (price: PriceEntry, { provider, model, stage }: UsageView) =>
  price.provider === provider &&
  (price.model === undefined || price.model === model) &&
  (price.stage === undefined || price.stage === stage);
