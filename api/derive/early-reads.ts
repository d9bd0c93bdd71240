import type { Context, Middleware } from 'koa'
import type { Call, RowService } from './call.ts'

const START = '/api/'
/** Any other id has no row, and is refused on the ordinary way. */
const ID = /^[1-9]\d{0,9}$/

/**
 * Answers `GET` of a resource or of one of its rows before the other middleware looks at the request. The same service
 * answers, with the same rights and refusals; what is left out only serves bodies, files and commands.
 */
export class EarlyReads {
  private readonly services = new Map<string, RowService>()

  /** Takes over the reads of a resource, whose path is written as in `masters/products`. */
  take(path: string, service: RowService): void {
    this.services.set(START + path, service)
  }

  /** Serves the reads, of each of which `identify` finds the person and `explain` completes refusals. */
  serve(identify: Middleware, explain: Middleware): Middleware {
    return (ctx, next) => {
      const read = this.readOf(ctx)
      return read ? identify(ctx, () => explain(ctx, () => answer(ctx, read))) : next()
    }
  }

  private readOf({ method, path }: Context): Read | undefined {
    if (method !== 'GET') return undefined
    const wholeService = this.services.get(path)
    if (wholeService) return { service: wholeService }
    const end = path.lastIndexOf('/')
    const id = path.slice(end + 1)
    const service = ID.test(id) ? this.services.get(path.slice(0, end)) : undefined
    return service && { service, id }
  }
}

/** A list, or one row where an id is given. */
interface Read {
  service: RowService
  id?: string
}

async function answer(ctx: Context, { service, id }: Read) {
  const call = { query: ctx.query, headers: ctx.headers, ...ctx.feathers } as Call
  const serviceAnswer = id === undefined ? await service.find(call) : await service.get(id, call)
  ctx.status = 200
  ctx.body = serviceAnswer
}
