export { packageFile, projectFile } from './project-files.js';
