export * from './media-session.js';
export { MediaModule } from './media.module.js';
export { MediaService, type MediaCounts } from './media.service.js';
