export { answerForm, beginForm } from './form-engine.js';
export { isDictating, isSaid } from './form-judgement.js';
export { fillForm } from './form-questions.js';
export type { Form } from './form.js';
export type { FormState, FormStep } from './form-state.js';
export type { FormValue, ValueContext } from './values/index.js';
