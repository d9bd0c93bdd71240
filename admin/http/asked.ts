import type { Resource, Row } from '../../resources/define/resource.ts'

/** A column of a list: a field of the row, a computed one, or one through a reference, such as `productId.sbuId`. */
export type ColumnOf<R extends Resource> = string &
  (keyof Row<R> | 'id' | keyof R['computed'] | `${keyof R['fields'] & string}.${string}`)

export type ValueOf<R extends Resource, C> = C extends keyof Row<R>
  ? NonNullable<Row<R>[C]>
  : C extends 'id'
    ? number
    : string | number | boolean

interface Compared<V> {
  $ne?: V | null | undefined
  $in?: readonly V[] | undefined
  $nin?: readonly V[] | undefined
  $gt?: V | undefined
  $gte?: V | undefined
  $lt?: V | undefined
  $lte?: V | undefined
}
interface Worded {
  $contains?: string | undefined
  $starts?: string | undefined
}
type Condition<V> = V | null | undefined | (Compared<V> & ([V] extends [string] ? Worded : unknown))

/** Conditions that all hold, by column; null asks for rows without a value. */
export type Where<R extends Resource> = { readonly [C in ColumnOf<R>]?: Condition<ValueOf<R, C>> }

/** What a screen asks a list for. */
export interface Asked<R extends Resource> {
  where?: Where<R> | undefined
  /** Words that the list looks up in the fields by which it is searched. */
  q?: string | undefined
  /** 1 ascending, -1 descending, the first column first. */
  sort?: { readonly [C in ColumnOf<R>]?: 1 | -1 } | undefined
  /** Further columns beside `*`, or these alone. */
  select?: readonly (ColumnOf<R> | '*')[] | undefined
  most?: number | undefined
  skip?: number | undefined
}

/** An address says null as a word; what is null elsewhere is left out of it. */
const sentOf = (value: unknown) => (value === null ? 'null' : value)

/** What is asked as the API reads it. */
export function paramsOf<R extends Resource>({ where, q, sort, select, most, skip }: Asked<R>) {
  const conditions = Object.entries(where ?? {}).map(([column, condition]) => [
    column,
    typeof condition === 'object' && condition !== null
      ? Object.fromEntries(Object.entries(condition).map(([operator, value]) => [operator, sentOf(value)]))
      : sentOf(condition),
  ])
  return { ...Object.fromEntries(conditions), ...(q && { q }), ...partOf({ sort, select, most, skip }) }
}

/**
 * Whether it asks for rows with one of no values: there are none. An empty list stands in no address, so that the API would
 * answer with every row.
 */
export const isForNone = ({ where }: { where?: object | undefined }): boolean =>
  Object.values(where ?? {}).some(condition => condition?.$in?.length === 0)

interface ListPart {
  sort?: Readonly<Record<string, unknown>> | undefined
  select?: readonly string[] | undefined
  most?: number | undefined
  skip?: number | undefined
  /** With the sums of all rows that match. */
  totals?: boolean | undefined
  /** With the count of all rows, however many they are. */
  exact?: boolean | undefined
}

/** Which part of a list is asked for, and how, as the API reads it. */
export const partOf = ({ sort, select, most, skip, totals, exact }: ListPart) => ({
  ...(sort && { $sort: sort }),
  ...(select && { $select: select }),
  ...(most !== undefined && { $limit: most }),
  ...(skip !== undefined && { $skip: skip }),
  ...(totals && { $totals: true }),
  ...(exact && { $exact: true }),
})

/** One page, the first of which is 1, as the commands that list something read it. */
export const pageOf = (size: number, page = 1) => ({ $limit: size, $skip: (page - 1) * size })
