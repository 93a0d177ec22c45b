import wrtc from '@roamhq/wrtc';
import { writeFileSync } from 'node:fs';
import { SECOND_IS_THERE } from '../support/talks-marker.js';

writeFileSync(SECOND_IS_THERE, '');
console.log(`talks where others did: ${'talkers' in globalThis}`);

it('uses libwebrtc, too', () => expect(wrtc.RTCPeerConnection).toBeDefined());
