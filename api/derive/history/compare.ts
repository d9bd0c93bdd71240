import type { Knex } from 'knex'
import { type ChangeKind, type ComparedRow, changeKinds, keyDifferences } from '../../../resources/define/compare.ts'
import { type Resource, tableOf } from '../../../resources/define/resource.ts'
import { type ComparisonPage, compareDays, exportComparison } from '../../../resources/platform/commands/history.ts'
import { invalidField, notFound } from '../../platform/errors.ts'
import type { RateLimit } from '../../platform/http/rate-limit.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { readFiltered } from '../command/read-body.ts'
import { keyTextColumns } from '../database-columns.ts'
import { matchingRows, orderRows, readerOfQuery } from '../list/matching.ts'
import { readQuery } from '../list/query.ts'
import type { Action } from '../rights/ability.ts'
import { columnsReadBy, requireRight } from '../rights/conditions.ts'
import type { Person } from '../rights/person.ts'
import { resourceOf, signedIn } from '../signed-in.ts'
import { type Comparison, comparedRows, sendComparison } from './compare-file.ts'

/** The most keys that one comparison may return. */
const MAX_KEYS = 50_000

/**
 * `GET /api/compare/<path>?from=2026-04-01&to=2026-08-14` with the filters of the list: which active rows are valid on
 * the second day and not on the first, which no longer are, and which keys have another row.
 * `/api/export/compare/<path>?…&format=xlsx|csv` returns the same as a file.
 */
export function serveComparisons(router: ApiRouter, db: Knex, files: RateLimit): void {
  router.get('/api/compare/*path', async ctx => {
    const { person } = signedIn(ctx)
    const resource = datedResource(person, ctx.params.path)
    const { asked, filters } = readFiltered(compareDays, { ...ctx.query, ...ctx.params }, person)
    const { $limit, $skip, ...listQuery } = filters
    const { limit, skip } = readQuery(resource, { $limit, $skip }, [])
    const { from, to, differences } = await compare(db, resource, person, { ...asked, listQuery, action: 'read' })
    const counts = Object.fromEntries(
      changeKinds.map(kind => [kind, differences.filter(one => one.kind === kind).length]),
    ) as Record<ChangeKind, number>
    const data = await comparedRows(db, resource, person, differences.slice(skip, skip + limit))
    ctx.body = { from, to, counts, total: differences.length, limit, skip, data } satisfies ComparisonPage
  })
  router.get('/api/export/compare/*path', async ctx => {
    const { person, author } = signedIn(ctx)
    const resource = datedResource(person, ctx.params.path)
    requireRight(person, resource, 'export')
    const { asked, filters } = readFiltered(exportComparison, { ...ctx.query, ...ctx.params }, person)
    const { $limit, $skip, ...listQuery } = filters
    await files.take(String(person.id))
    const comparison = await compare(db, resource, person, { ...asked, listQuery, action: 'export' })
    await sendComparison(ctx, db, comparison, { author, format: asked.format ?? 'xlsx', filters: listQuery })
  })
}

/** Returns the dated resource at a path. Throws 404 when there is none, and 403 when the person may not read it. */
function datedResource(person: Person, path: unknown): Resource {
  const resource = resourceOf(path)
  if (!resource.dated) throw notFound()
  requireRight(person, resource, 'read')
  return resource
}

/** Two days, the filters of the list, and the right by which its rows are read. */
interface Days {
  from: string
  to: string
  listQuery: Record<string, unknown>
  action: Action
}

/** Finds the differences in one query. Throws 400 where `from` is not before `to`. */
async function compare(
  db: Knex,
  resource: Resource,
  person: Person,
  { from, to, listQuery, action }: Days,
): Promise<Comparison> {
  if (from >= to) throw invalidField('to', 'RANGE', 'to must be a later day than from')
  const query = readQuery(resource, listQuery, columnsReadBy(person, resource))
  const reader = await readerOfQuery(db, resource, query, person)
  const table = tableOf(resource)
  const [starts, ends] = [`${table}.validFrom`, `${table}.validTo`]
  const key = keyTextColumns(resource).includes('periodKey') ? `${table}.periodKey` : `${table}.id`
  const rows = matchingRows(db, resource, query, reader, action).where(day =>
    day
      .where(first => first.where(starts, '<=', from).where(ends, '>=', from).where(ends, '<', to))
      .orWhere(second => second.where(starts, '<=', to).where(ends, '>=', to).where(starts, '>', from)),
  )
  if (resource.kind === 'master') rows.where(`${table}.isActive`, 1)
  const counting: ComparedRow[] = await orderRows(rows, db, resource, query, reader)
    .limit(MAX_KEYS + 1)
    .select(`${table}.id`, `${key} as key`, starts, ends)
  if (counting.length > MAX_KEYS) {
    const limit = MAX_KEYS.toLocaleString('en-IN')
    throw invalidField('', 'RANGE', `More than ${limit} rows differ: narrow the list with a filter`)
  }
  return { resource, person, from, to, differences: keyDifferences(counting, from) }
}
