import type { Knex } from 'knex'
import type { Context } from 'koa'
import { resourceAt } from '../../../resources/registry.ts'
import { now } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import { settled } from '../../platform/work/due-work.ts'
import type { Author } from '../save/author.ts'
import { recordEvent } from './record-event.ts'

/** The most refusals that are recorded in a minute, for each person or address and in all. */
const MAX_EACH = 20
const MAX_ALL = 600

/**
 * Records refused requests in the history after they were answered: reads that are forbidden, and writes that are
 * refused or name a row the person may not see. The last entry before a limit says that more are left out; the log has
 * a line for each.
 */
export function refusalWriter(db: Knex, log: Log) {
  const pending = new Set<Promise<void>>()
  const counted = new Map<string, number>()
  let minute = ''
  let all = 0

  /**
   * Returns the number of refusals of this person or address in this minute, this one included; undefined over a limit.
   */
  function count(origin: string): number | undefined {
    if (minute !== now().slice(0, 16)) {
      minute = now().slice(0, 16)
      all = 0
      counted.clear()
    }
    const each = (counted.get(origin) ?? 0) + 1
    if (each > MAX_EACH || all >= MAX_ALL) return undefined
    counted.set(origin, each)
    all++
    return each
  }

  return {
    note(ctx: Context) {
      if (!isRefusal(ctx)) return
      const author = authorOf(ctx)
      const each = count(String(author.id ?? author.ip))
      if (each === undefined) return
      const limitNote = each === MAX_EACH || all === MAX_ALL ? ' Further refusals of this minute are not recorded.' : ''
      const message = (ctx.body as { message?: string } | undefined)?.message ?? ''
      const entry = recordEvent(
        db,
        { ...author, reason: message + limitNote },
        { action: 'REFUSED', ...requestTarget(ctx) },
      )
        .catch(error => log.error({ err: error }, 'A refused request could not be recorded in the history'))
        .finally(() => pending.delete(entry))
      pending.add(entry)
    },
    /** Waits until all entries are written. */
    runDue: () => settled(pending),
  }
}

// A failed sign-in records its own entry, with the login that was tried.
function isRefusal({ method, path, status }: Context) {
  if (!path.startsWith('/api/') || path === '/api/authentication') return false
  return method === 'GET' || method === 'HEAD' ? status === 403 : [401, 403, 404].includes(status)
}

/** Returns who was refused; before the sign-in only the address is known. */
function authorOf(ctx: Context): Author {
  const known = (ctx as unknown as { feathers?: { author?: Author } }).feathers?.author
  return known ?? { id: null, source: 'API', ip: ctx.ip, requestId: ctx.state.requestId }
}

/** Returns the resource and the row that the path of a request names, if any. */
export function requestTarget({ method, path, status }: Context) {
  const parts = path.split('/').slice(2)
  const resourceParts = parts[0] === 'export' ? parts.slice(1) : parts
  const resource = resourceAt(resourceParts.slice(0, 2).join('/')) ?? resourceAt(resourceParts[0] ?? '')
  const id = parts.find(part => /^[1-9]\d{0,14}$/.test(part))
  return {
    entity: resource?.name ?? (resourceParts[0] ?? 'request').slice(0, 60),
    entityId: Number(id ?? 0),
    businessKey: `${method} ${path}`,
    what: { method, path: path.slice(0, 300), status },
  }
}
