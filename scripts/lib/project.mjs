import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
const projectDir = fileURLToPath(new URL('../../', import.meta.url)).replace(/[\\/]$/, '');

/** @param {...string} parts of a path inside the project */
export const inProject = (...parts) => path.join(projectDir, ...parts);

/** @returns {any} the project's package.json */
export const packageJson = () => JSON.parse(readFileSync(inProject('package.json'), 'utf8'));

/** Whether this is a built service without sources, as in the container image. */
export const isBuiltAlready = () => existsSync(inProject('dist', 'main.js')) && !existsSync(inProject('src'));
