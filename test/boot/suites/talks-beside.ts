import { existsSync, rmSync } from 'node:fs';
import { until } from '../../support/until.js';
import { SECOND_IS_THERE } from '../support/talks-marker.js';

it('keeps one of two lanes, so that the next two suites come one after the other', async () => {
  await until('the second has come', () => existsSync(SECOND_IS_THERE), 60_000);
  rmSync(SECOND_IS_THERE);
}, 60_000);
