import type { FastifyInstance, RouteOptions } from 'fastify';

/** Knows which methods a path has, so that a known path with a wrong method is a 405 and not a 404. */
export class RouteTable {
  private readonly routes: { pattern: RegExp; methods: readonly string[] }[] = [];

  /** Collects every route that is added to the server from now on. */
  static watch(fastify: FastifyInstance): RouteTable {
    const table = new RouteTable();
    fastify.addHook('onRoute', (route) => table.add(route));
    return table;
  }

  /** The methods of the path, for the `Allow` header; empty when there is no such path. */
  methodsOf(path: string): string[] {
    const found = this.routes.filter((route) => route.pattern.test(path)).flatMap((route) => route.methods);
    return [...new Set(found)].sort();
  }

  private add(route: RouteOptions): void {
    if (route.url.includes('*')) return;
    const escaped = route.url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+');
    this.routes.push({ pattern: new RegExp(`^${escaped}$`), methods: [route.method].flat() });
  }
}
