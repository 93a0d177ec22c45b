export { EARSHOT_VERSION, projectFile } from './project-files.js';
