export { CallReportsModule } from './call-reports.module.js';
