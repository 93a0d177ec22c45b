/** React bindings of Earshot's SDK: `useCall()`, and unstyled components. */
export type { CallView } from './call-view.js';
export {
  CallButton,
  CallProblem,
  CallProvider,
  CallStatus,
  HangUpButton,
  MuteButton,
  PlayButton,
  Transcript,
  useCallContext,
} from './components.js';
export { useCall, type UseCall, useLevels } from './use-call.js';
