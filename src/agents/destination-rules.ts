import type { AgentDocument } from '../agent-document/index.js';
import { toE164 } from '../common/phone-numbers/index.js';

type Settings = Pick<AgentDocument, 'transfer'>;

/** Transfer numbers outside of any numbering plan: each with a JSON Pointer (RFC 6901) and a valid example. */
export function destinationProblemsOf(document: AgentDocument): string[] {
  const variants = Object.entries(document.variants ?? {});
  return [
    ...problemsIn(document, ''),
    ...variants.flatMap(([id, { overrides }]) => problemsIn(overrides, `/variants/${id}/overrides`)),
  ];
}

const problemsIn = ({ transfer }: Settings, place: string): string[] =>
  (transfer?.destinations ?? []).flatMap(({ to }, index) =>
    'number' in to && toE164(to.number, undefined) !== to.number
      ? [`${place}/transfer/destinations/${index}/to/number is no phone number; write it as +442079460000`]
      : [],
  );
