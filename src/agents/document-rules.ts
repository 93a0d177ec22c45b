import type { AgentDocument } from '../agent-document/index.js';

type Settings = Omit<AgentDocument, 'schemaVersion' | 'variants'>;

/**
 * What contradicts itself in a document that its schema has found well formed. Each problem names the place as a
 * JSON Pointer (RFC 6901). Names and variants are safe to repeat: their schema allows nothing that would need
 * escaping.
 */
export function contradictionsOf(document: AgentDocument): string[] {
  const variants = Object.entries(document.variants ?? {});
  return [
    ...contradictionsIn(document, ''),
    ...variants.flatMap(([id, { overrides }]) => contradictionsIn(overrides, `/variants/${id}/overrides`)),
  ];
}

function contradictionsIn({ intents = [], tools = [], turnTaking }: Settings, place: string): string[] {
  return [
    ...repeatedNames(intents, `${place}/intents`),
    ...repeatedNames(tools, `${place}/tools`),
    ...crossedEndpointing(turnTaking, `${place}/turnTaking`),
  ];
}

function repeatedNames(items: readonly { readonly name: string }[], place: string): string[] {
  const firstIndexes = new Map<string, number>();
  return items.flatMap(({ name }, index) => {
    const first = firstIndexes.get(name);
    if (first !== undefined) return [`${place}/${index}/name is the same as ${place}/${first}/name`];
    firstIndexes.set(name, index);
    return [];
  });
}

function crossedEndpointing(turnTaking: Settings['turnTaking'], place: string): string[] {
  const { endpointingMinMs, endpointingMaxMs } = turnTaking ?? {};
  if (endpointingMinMs === undefined || endpointingMaxMs === undefined) return [];
  if (endpointingMinMs <= endpointingMaxMs) return [];
  return [`${place}/endpointingMinMs must be <= ${place}/endpointingMaxMs`];
}
