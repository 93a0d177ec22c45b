import type { FastifyInstance, RouteOptions } from 'fastify';

interface Path {
  /** As it was registered, for example `/v1/agents/:agentId`. */
  readonly url: string;
  readonly pattern: RegExp;
  readonly methods: Set<string>;
}

/** Knows the methods of each path, so that a wrong method is a 405 rather than a 404. */
export class RouteTable {
  private readonly paths = new Map<string, Path>();
  /** For a path with parameters: literal paths that it also matches, as `…/:deploymentId` matches `…/publish`. */
  private readonly namesakes = new Map<string, readonly Path[]>();

  /** Collects every route registered from now on. */
  static watch(fastify: FastifyInstance): RouteTable {
    const table = new RouteTable();
    fastify.addHook('onRoute', (route) => table.add(route));
    return table;
  }

  /**
   * The methods of the path for the `Allow` header; undefined if the method is one of them, or the path is unknown.
   * @param matched the registered path that the router found for the request; undefined without one.
   */
  refusal(method: string, url: string, matched: string | undefined): string[] | undefined {
    const path = matched === undefined ? this.find(url) : this.namesakeOf(url, matched);
    if (!path || path.methods.has(method)) return undefined;
    return [...path.methods].sort();
  }

  /** The most specific path: literal segments before parameters, earlier segments first. */
  private find(url: string): Path | undefined {
    const found = [...this.paths.values()].filter(({ pattern }) => pattern.test(url));
    return found.sort((one, other) => (rankOf(one) < rankOf(other) ? -1 : 1))[0];
  }

  /**
   * `…/publish` does not support the methods of `…/:deploymentId`, although the router would take the word for an id.
   */
  private namesakeOf(url: string, matched: string): Path | undefined {
    let namesakes = this.namesakes.get(matched);
    if (!namesakes) {
      const path = this.paths.get(matched);
      const isNamesake = (other: Path) => path?.pattern.test(other.url) && rankOf(other) < rankOf(path);
      namesakes = matched.includes(':') ? [...this.paths.values()].filter(isNamesake) : [];
      this.namesakes.set(matched, namesakes);
    }
    return namesakes.find(({ pattern }) => pattern.test(url));
  }

  private add({ url, method }: RouteOptions): void {
    if (url.includes('*')) return;
    const path = this.paths.get(url) ?? { url, pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) path.methods.add(one);
    this.paths.set(url, path);
    this.namesakes.clear();
  }
}

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+');
  return new RegExp(`^${escaped}$`);
}

/** Sort key of paths that match the same request: parameters, written as `~`, come last. */
const rankOf = ({ url }: Path): string => url.replace(/:[^/]+/g, '~');
