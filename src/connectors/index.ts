export { ConnectorsModule } from './connectors.module.js';
export { belongsToAccount } from './connectors.service.js';
export { callerNumbers, PhoneNumbersService } from './numbers/phone-numbers.service.js';
export { GivenValuesRule } from './connector.dto.js';
