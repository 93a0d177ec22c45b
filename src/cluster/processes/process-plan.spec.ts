import { processPlan, processSettings } from './process-plan.js';

const CORES = 4;
const at = (environment: Record<string, string>) => processPlan(environment, CORES);

function partsOf(environment: Record<string, string>): Record<string, string>[] {
  const plan = at(environment);
  return Array.from({ length: plan.count }, (_, index) =>
    processSettings(environment, plan, index, 3_000, CORES),
  );
}

const each = (environment: Record<string, string>, name: string) =>
  partsOf(environment).map((part) => part[name]);

describe('processes of an instance', () => {
  it('default to one, or to one per core within the media ports for `auto`', () => {
    expect(at({}).count).toBe(1);
    expect(at({ INSTANCE_PROCESSES: '3' }).count).toBe(3);
    expect(at({ INSTANCE_PROCESSES: 'auto' }).count).toBe(4);
    expect(at({ INSTANCE_PROCESSES: 'auto', MEDIA_LAST_PORT: '20001' }).count).toBe(2);
    expect(at({ INSTANCE_PROCESSES: 'auto', MEDIA_WORKERS: '1' }).count).toBe(1);
  });

  it.each(['0', '257', 'many', '1.5'])("reject %s with the setting's name", (INSTANCE_PROCESSES) => {
    expect(() => at({ INSTANCE_PROCESSES })).toThrow(
      /INSTANCE_PROCESSES must be a whole number from 1 to 256, or auto/,
    );
  });

  it('share the main port and get one each from the next port on', () => {
    const two = { INSTANCE_PROCESSES: '2' };
    expect(each(two, 'PORT')).toEqual(['3000', '3000']);
    expect(each(two, 'INSTANCE_PROCESS_PORT')).toEqual(['3001', '3002']);
    expect(each({ ...two, INSTANCE_PROCESS_PORT: '4000' }, 'INSTANCE_PROCESS_PORT')).toEqual([
      '4000',
      '4001',
    ]);
    expect(each({ ...two, PORT: '0' }, 'INSTANCE_PROCESS_PORT')).toEqual(['0', '0']);
  });

  it('answer other instances on one port each, consecutive or free', () => {
    const two = { INSTANCE_PROCESSES: '2' };
    expect(each({ ...two, INSTANCE_PEER_PORT: '3100' }, 'INSTANCE_PEER_PORT')).toEqual(['3100', '3101']);
    expect(each(two, 'INSTANCE_PEER_PORT')).toEqual(['0', '0']);
  });

  it('divide media workers with consecutive ports', () => {
    const three = { INSTANCE_PROCESSES: '3' };
    expect(each(three, 'MEDIA_WORKERS')).toEqual(['1', '1', '2']);
    expect(each(three, 'MEDIA_PORT')).toEqual(['20000', '20001', '20002']);
    expect(each({ ...three, MEDIA_WORKERS: '6' }, 'MEDIA_PORT')).toEqual(['20000', '20002', '20004']);
    expect(partsOf({ ...three, MEDIA_PORT: '0' }).some((part) => 'MEDIA_PORT' in part)).toBe(false);
  });

  it('are rejected with too few media workers or ports', () => {
    expect(() => partsOf({ INSTANCE_PROCESSES: '3', MEDIA_WORKERS: '2' })).toThrow(
      /MEDIA_WORKERS is 2, and each of the 3 INSTANCE_PROCESSES needs one: set it to 3 or more, or to 0/,
    );
    expect(() => partsOf({ INSTANCE_PROCESSES: '8', MEDIA_LAST_PORT: '20003' })).toThrow(
      /INSTANCE_PROCESSES is 8.*there are 4; open and publish those up to 20007/,
    );
    expect(() =>
      partsOf({ INSTANCE_PROCESSES: '8', MEDIA_PHONE_FIRST_PORT: '10000', MEDIA_PHONE_LAST_PORT: '10007' }),
    ).toThrow(/MEDIA_PHONE_FIRST_PORT to MEDIA_PHONE_LAST_PORT are too few ports for 8 INSTANCE_PROCESSES/);
  });

  it('divide the phone ports without overlap or remainder', () => {
    const [first, second, third] = partsOf({ INSTANCE_PROCESSES: '3' });
    const range = (part = {} as Record<string, string>) => [
      Number(part.MEDIA_PHONE_FIRST_PORT),
      Number(part.MEDIA_PHONE_LAST_PORT),
    ];
    expect([range(first), range(second), range(third)]).toEqual([
      [10_000, 10_665],
      [10_666, 11_331],
      [11_332, 11_999],
    ]);
    expect(each({ INSTANCE_PROCESSES: '3' }, 'SIP_PORT')).toEqual(['5060', '5062', '5064']);
    expect(each({ INSTANCE_PROCESSES: '3' }, 'SIP_TLS_PORT')).toEqual(['5061', '5063', '5065']);
  });

  it('divide connections and threads, and only the first creates the demo account', () => {
    const two = { INSTANCE_PROCESSES: '2', SEED_DEMO: 'true' };
    expect(each(two, 'DATABASE_POOL_SIZE')).toEqual(['8', '8']);
    expect(each({ INSTANCE_PROCESSES: '64', MEDIA_WORKERS: '64' }, 'DATABASE_POOL_SIZE')[63]).toBe('4');
    expect(each(two, 'STARTER_WORKERS')).toEqual(['2', '2']);
    expect(each({ INSTANCE_PROCESSES: '4' }, 'STARTER_WORKERS')).toEqual(['1', '1', '1', '1']);
    expect(each({ ...two, STARTER_WORKERS: '3' }, 'STARTER_WORKERS')).toEqual(['3', '3']);
    expect(each(two, 'SEED_DEMO')).toEqual([undefined, 'false']);
  });
});
