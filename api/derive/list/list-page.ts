import type { Knex } from 'knex'
import type { ListPage } from '../../../resources/define/list-page.ts'

const MAX_LIMIT = 100

/** The page that somebody asks for. */
export interface AskedPage {
  $limit: number | null
  $skip: number | null
}

/** Returns one page of rows, the first twenty without more, each converted by `show`. */
export async function listPage<Shown>(
  { $limit, $skip }: AskedPage,
  rows: Knex.QueryBuilder,
  column: string,
  direction: 'asc' | 'desc',
  show: (row: Record<string, unknown>) => Shown,
): Promise<ListPage<Shown>> {
  const limit = Math.min($limit ?? 20, MAX_LIMIT)
  const skip = $skip ?? 0
  const [counted] = await rows.clone().count({ total: '*' })
  const pageRows: Record<string, unknown>[] = await rows.orderBy(column, direction).limit(limit).offset(skip)
  return { total: Number(counted!.total), limit, skip, data: pageRows.map(show) }
}
