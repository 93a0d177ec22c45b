export { InstanceKeys } from './instance-keys.js';
export { type DerivedKey, KeyRing } from './key-ring.js';
export { SealedSecretError, SecretBox } from './secret-box.js';
export { readSecretFile } from './read-secret-file.js';
export { InstanceSecretModule } from './instance-secret.module.js';
export { type SealedColumn, SealedColumns } from './sealed-columns.js';
