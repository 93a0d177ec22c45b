/**
 * Values of a call in the texts of a document: `{{caller}}`, `{{now}}`, `{{variant.x}}`, `{{config.x}}`, `{{call.x |
 * default}}`.
 */
export { type CallVariables, unknownCall, variableOf, type VariableValues } from './call-variables.js';
export { GIVEN_VALUES_SCHEMA, type GivenValues, givenValuesProblem } from './call-values.js';
export { fillDocument, fillSpoken } from './fill-document.js';
export { foreignPlaces } from './foreign-places.js';
export { fillPlaceholders, nameParts, type Placeholder } from './placeholders.js';
export { refersToConfig, variableProblemsOf } from './variable-problems.js';
export { type UsedValue, valuesInUse } from './used-values.js';
export { machineTime } from './written-time.js';
