import type { Knex } from 'knex'
import {
  MOST_GROUPS,
  type SaleDimension,
  type SaleFigure,
  type SaleKey,
  yearBefore,
} from '../../../resources/mis/sales/sales-figures.ts'
import { invalidField } from '../../platform/errors.ts'

/**
 * The facts of sales as rows under the name of whatever declares who reads them, so that `restrict` lies around them and
 * filters narrow them, with some columns under a further name: `soldToId`, `endCustomerId`, `sbuId`, `productId`, `day`, `value`, `qty`, `uom` and the stamps.
 */
export const salesUnder = (db: Knex, name: string, also: Readonly<Record<string, SaleColumn>> = {}) =>
  db.from(
    db('sale_fact')
      .select([...columns, ...Object.entries(also).map(([as, column]) => `${column} as ${as}`)])
      .as(name),
  )

type SaleColumn = (typeof columns)[number]

const columns = [
  'id',
  'invoiceId',
  'invoiceLineId',
  'kind',
  'day',
  'soldToId',
  'endCustomerId',
  'sbuId',
  'productId',
  'plantId',
  'zoneId',
  'zoneAreaId',
  'customerSegmentId',
  'clusterCode',
  'salesEmployeeId',
  'value',
  'qty',
  'uom',
] as const

/** What is asked of sales: at most two dimensions, a period of business days, and whether the year before is wanted. */
interface SalesAsk {
  by: readonly SaleDimension[]
  from: string
  to: string
  previous?: boolean
}

type Grouped = SaleKey & { value: number; qty: number; leastUom: string; mostUom: string; isPrevious: number }

/**
 * Net sales of the rows that `sales` gives (`salesUnder` with rights and filters), grouped; the greatest first. One
 * statement, so that both years are of one moment. Groups of either year are there, as in a full outer join. Throws 400
 * for more than 20,000 groups.
 */
export async function salesFigures(
  db: Knex,
  sales: () => Knex.QueryBuilder,
  { by, from, to, previous = false }: SalesAsk,
): Promise<SaleFigure[]> {
  const select = (first: string, last: string, isPrevious: 0 | 1) => {
    const rows = db.from(sales().select('*').as('sale')).whereBetween('sale.day', [first, last])
    if (by.some(dimension => dimension in ofProduct)) rows.leftJoin('products', 'products.id', 'sale.productId')
    if (by.length > 0) rows.groupByRaw(by.map(sqlOf).join(', '))
    else rows.havingRaw('count(*) > 0')
    rows
      .select(by.map(dimension => db.raw(`${sqlOf(dimension)} as ??`, [dimension])))
      .select(db.raw('sum(sale.value) as ??, sum(sale.qty) as ??', ['value', 'qty']))
      .select(db.raw('min(sale.uom) as ??, max(sale.uom) as ??', ['leastUom', 'mostUom']))
      .select(db.raw('? as ??', [isPrevious, 'isPrevious']))
      .limit(MOST_GROUPS + 1)
    // SQLite takes a limit in a part of a union only within a table of its own.
    return db.from(rows.as('year')).select('*')
  }
  const years = [select(from, to, 0), ...(previous ? [select(yearBefore(from), yearBefore(to), 1)] : [])]
  const rows: Grouped[] = await db.from(db.unionAll(years).as('grouped')).select('*')
  return inOrder(merged(rows, by))
}

const ofProduct: { readonly [dimension in SaleDimension]?: string } = {
  nidId: 'products.nidId',
  mvgr1Id: 'products.mvgr1Id',
}
const sqlOf = (dimension: SaleDimension) =>
  dimension === 'month' ? 'substr(sale.day, 1, 7)' : (ofProduct[dimension] ?? `sale.${dimension}`)

/** The months of the year before stand under the same months of this year. */
const keyOf = (row: Grouped, by: readonly SaleDimension[]): SaleKey =>
  Object.fromEntries(
    by.map(dimension => {
      const value = row[dimension] ?? null
      return [dimension, dimension === 'month' && row.isPrevious ? yearAfter(String(value)) : value]
    }),
  )

const yearAfter = (month: string) => `${Number(month.slice(0, 4)) + 1}${month.slice(4)}`

function merged(rows: readonly Grouped[], by: readonly SaleDimension[]): SaleFigure[] {
  const figures = new Map<string, SaleFigure>()
  for (const row of rows) {
    const key = keyOf(row, by)
    const name = JSON.stringify(by.map(dimension => key[dimension]))
    const figure = figures.get(name) ?? { key, value: 0, qty: 0, uom: null, previous: 0 }
    figures.set(name, figure)
    if (row.isPrevious) figure.previous = Number(row.value)
    else {
      const isOneUnit = row.leastUom.toUpperCase() === row.mostUom.toUpperCase()
      figure.value = Number(row.value)
      figure.qty = isOneUnit ? Number(row.qty) : null
      figure.uom = isOneUnit ? row.leastUom : null
    }
    if (figures.size > MOST_GROUPS)
      throw invalidField('by', 'RANGE', `More than ${MOST_GROUPS} groups: group by less, or filter first`)
  }
  return [...figures.values()]
}

/** Ties in the order of their keys, so that pages do not change places. */
const inOrder = (figures: SaleFigure[]) =>
  figures.sort((a, b) => b.value - a.value || JSON.stringify(a.key).localeCompare(JSON.stringify(b.key)))
