export { refuseOneTooMany } from './account-limit.js';
