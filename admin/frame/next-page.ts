/** From here on a page is asked for by the last row of the page before; the server passes few rows faster by counting. */
const DEEP = 200

type Query = Readonly<Record<string, unknown>>

let before: { list: string; next: number; lastId: unknown } | undefined

const listOf = (resource: string, { $skip: _, ...query }: Query) => JSON.stringify([resource, query])

/** Adds to the query of a page the last row of the page before it, where that was the page shown last. */
export function withLastRow(resource: string, query: Query): Query {
  const isNext = before?.list === listOf(resource, query) && before.next === query.$skip && before.next >= DEEP
  return isNext ? { ...query, $after: before!.lastId } : query
}

/** Notes the rows of a page, since the next page may be asked for after it. */
export function notePage(resource: string, query: Query, rows: readonly { id?: unknown }[]): void {
  const lastId = rows.at(-1)?.id
  before =
    typeof lastId === 'number'
      ? { list: listOf(resource, query), next: Number(query.$skip ?? 0) + rows.length, lastId }
      : undefined
}
