import type { Knex } from 'knex'
import { mappedColumns } from '../../resources/mis/mapping.ts'
import type { Reader } from '../derive/list/reader.ts'
import { type Stamped, stampsIn } from '../orders/sales-stamps.ts'

/** What decides the place of the order of a fact; its ship-to alone is not repeated there. */
const factOfOrder =
  (table: string) =>
  (db: Knex): Stamped => {
    const of = (name: string) => db.raw('??', [`${table}.${name}`])
    return {
      shipToId: db.raw('(select placed.shipToId from `order` placed where placed.id = ?)', [of('orderId')]),
      ...{
        soldToId: of('soldToId'),
        customerId: of('customerId'),
        sbuId: of('sbuId'),
        departmentId: of('departmentId'),
      },
    }
  }

/** The documents whose stamps reports show, each with what decides its place, in SQL. */
const documents = {
  order: (db: Knex): Stamped => {
    const of = (name: string) => db.raw('??', [`order.${name}`])
    return {
      ...{ shipToId: of('shipToId'), soldToId: of('soldToId'), customerId: of('customerId'), sbuId: of('sbuId') },
      departmentId: of('departmentId'),
    }
  },
  order_fact: factOfOrder('order_fact'),
  order_event_fact: factOfOrder('order_event_fact'),
  sale_fact: (db: Knex): Stamped => ({
    shipToId: db.raw('(select billed.shipToId from invoice billed where billed.id = sale_fact.invoiceId)'),
    soldToId: db.raw('sale_fact.soldToId'),
    customerId: db.raw('coalesce(sale_fact.endCustomerId, sale_fact.soldToId)'),
    sbuId: db.raw('sale_fact.sbuId'),
    departmentId: db.raw(
      '(select ordered.departmentId from order_line line join `order` ordered on ordered.id = line.orderId where line.id = sale_fact.orderLineId)',
    ),
  }),
} as const

/** The columns of `mappedStamps` of orders or sales: as they were stamped, or as the masters are today if the reader chose that. */
export function mappedSelection(db: Knex, { day, chosen = {} }: Reader, table: keyof typeof documents) {
  const today = chosen.mapping === 'TODAY' ? stampsIn(db, documents[table](db), day) : undefined
  return [
    ...mappedColumns.map(name => (today ? db.raw('? as ??', [today[name], name]) : `${table}.${name}`)),
    db.raw(`'${today ? 'TODAY' : 'THEN'}' as mapping`),
  ]
}
