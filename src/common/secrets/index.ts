export { InstanceKeys } from './instance-keys.js';
export { KeyRing, equalInConstantTime, isSameSecret, SealedSecretError, SecretBox } from './secret-box.js';
export { readSecretFile } from './read-secret-file.js';
export { InstanceSecretModule } from './instance-secret-check.js';
export { SealedColumns } from './sealed-columns.js';
