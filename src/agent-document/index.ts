export * from './agent-document.js';
