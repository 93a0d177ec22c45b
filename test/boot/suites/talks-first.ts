import wrtc from '@roamhq/wrtc';
import { leaveWithoutTeardown } from '../../support/leave-without-teardown.js';

leaveWithoutTeardown();

it('loads libwebrtc, which stays until the process ends', () => {
  new wrtc.RTCPeerConnection().close();
  Object.assign(globalThis, { talkers: 1 });
});
