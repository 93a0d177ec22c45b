export * from './agent-document.js';
export type { HandoffHistory, NamedDestination } from './transfer.js';
export * from './document-advice.js';
export { chosenEndToEnd, nextEndToEnd } from './end-to-end-choice.js';
export { optionProblems, type ProviderOptions } from './provider-options.js';
export * from './document-tools.js';
export {
  checkArguments,
  type ParsedSchema,
  parseThirdPartySchema,
  SchemaBudget,
} from './tool-arguments/index.js';
export * from './variables/index.js';
export { parseOneSchema, toolSchemasOf } from './tool-schemas.js';
export { fillUndo, undoPlacesIn } from './tool-undo.js';
export { mergePatchSchema } from './merge-patch-schema.js';
export {
  ambiguousTurnTaking,
  makeWayForPatch,
  placeOfTurnTaking,
  type TurnTakingChoices,
  turnTakingOf,
  uninterruptible,
} from './turn-taking-names.js';
export { MAX_EXAMPLE_CHARACTERS } from './intent.js';
export {
  type AgentCalendar,
  BookTime,
  calendarProblems,
  calendarTools,
  DEFAULT_MINUTES,
  FindTimes,
} from './calendar.js';
export { type AgentForm, formPlacesIn, textsOfForm, withoutFormPlaces } from './agent-form.js';
