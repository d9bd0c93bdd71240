import type { Knex } from 'knex'
import type { Middleware } from 'koa'
import type { Author } from '../save/author.ts'
import { recordEvent } from './record-event.ts'
import { requestTarget } from './record-refusals.ts'

/** Exports record their own entries with more detail; templates hold no data. */
const EXCLUDED = ['/api/export/', '/api/templates/']

/** Records the name of every file that a person downloads, before the first byte is sent. */
export const recordDownloads =
  (db: Knex): Middleware =>
  async (ctx, next) => {
    await next()
    const [, name] = /filename\*=UTF-8''(.+)$/.exec(ctx.response.get('Content-Disposition')) ?? []
    if (!name || ctx.status !== 200 || EXCLUDED.some(prefix => ctx.path.startsWith(prefix))) return
    const { author } = ctx.feathers as unknown as { author: Author }
    const { entity, entityId } = requestTarget(ctx)
    await recordEvent(db, author, { action: 'DOWNLOAD', entity, entityId, businessKey: decodeURIComponent(name) })
  }
