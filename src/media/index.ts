export * from './media-session.js';
export { MediaModule } from './media.module.js';
export { MediaService } from './media.service.js';
