export { demoFileOf, readDemoFile } from './demo-file.js';
export { DemoModule } from './demo.module.js';
export { DemoSeed } from './demo-seed.js';
