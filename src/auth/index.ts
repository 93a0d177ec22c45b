export { ApiKeysService } from './api-keys.service.js';
export { AuthModule } from './auth.module.js';
