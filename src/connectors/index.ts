export { ConnectorsModule } from './connectors.module.js';
export { PhoneNumbersService } from './numbers/phone-numbers.service.js';
export { GivenValuesRule } from './connector.dto.js';
