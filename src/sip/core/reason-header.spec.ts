import { readReason } from './reason-header.js';

it.each([
  [['Q.850;cause=16;text="Normal call clearing"'], { cause: 16, text: 'Normal call clearing' }],
  [['SIP ;cause=200 ;text="Call completed elsewhere"'], undefined],
  [['SIP;cause=200;text="Elsewhere", Q.850;cause=31'], { cause: 31, text: '' }],
  [['SIP;cause=486'], { cause: 486, text: '' }],
  [['Q.850;text="no cause"'], undefined],
  [['', 'nonsense', '"'.repeat(200)], undefined],
  [[`Q.850;cause=17;text="${'x'.repeat(500)}"`], { cause: 17, text: 'x'.repeat(100) }],
])('reads the hang-up reason from %j', (values, reason) => {
  expect(readReason(values)).toEqual(reason);
});
