export { InstanceKeys } from './instance-keys.js';
export { KeyRing } from './key-ring.js';
export { SealedSecretError, SecretBox } from './secret-box.js';
export { readSecretFile } from './read-secret-file.js';
export { InstanceSecretModule } from './instance-secret.module.js';
export { SealedColumns } from './sealed-columns.js';
