export { answerForm, beginForm } from './form-engine.js';
export { endOfAnswer } from './form-judgement.js';
export { formContext } from './form-context.js';
export { type Given, takeGiven } from './given-values.js';
export { type KeptForm, keptForm } from './kept-form.js';
export { fillForm } from './form-questions.js';
export { reopened } from './tool-answer.js';
export type { Form } from './form.js';
export type { FormState, FormStep } from './form-state.js';
export { dictatedAnswer, FormEar, type HeardReading } from './form-ear.js';
export {
  type EndOfDictation,
  type FormValue,
  spokenValue,
  type StatedValue,
  statedValues,
  type ValueContext,
} from './values/index.js';
