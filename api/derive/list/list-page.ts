import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { ListPage } from '../../../resources/define/list-page.ts'

const MAX_LIMIT = 100

/** Returns one page of rows by the `$limit` and `$skip` of the request, each converted by `show`. */
export async function listPage<Shown>(
  ctx: Context,
  rows: Knex.QueryBuilder,
  column: string,
  direction: 'asc' | 'desc',
  show: (row: Record<string, unknown>) => Shown,
): Promise<ListPage<Shown>> {
  const limit = Math.min(wholeNumber(ctx.query.$limit, 20), MAX_LIMIT)
  const skip = wholeNumber(ctx.query.$skip, 0)
  const [counted] = await rows.clone().count({ total: '*' })
  const found: Record<string, unknown>[] = await rows.orderBy(column, direction).limit(limit).offset(skip)
  return { total: Number(counted!.total), limit, skip, data: found.map(show) }
}

function wholeNumber(value: unknown, defaultValue: number): number {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : defaultValue
}
