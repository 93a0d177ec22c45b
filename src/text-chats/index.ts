export { TextChatsModule } from './text-chats.module.js';
