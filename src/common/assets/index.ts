export { projectFile } from './project-files.js';
