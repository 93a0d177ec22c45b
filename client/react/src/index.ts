/** React around the SDK of Earshot: `useCall()`, and components without a look of their own. */
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
