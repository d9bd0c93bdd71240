import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

// Whole paise, rounded half up.
const list = 'round(line.listPrice * 1.0 * line.qty / (1000 * line.priceUnit))'

/** The sums of the lines that count as ordered, one row for each order, kept beside the facts of its lines. */
export async function up(db: Knex) {
  await createTable(db, 'order_sum', `
    orderId int not null primary key,
    lineCount int not null,
    listValue bigint not null,
    discountValue bigint not null,
    freightValue bigint not null,
    taxValue bigint not null,
    grossValue bigint not null
  `)
  await db('order_sum').delete()
  await db.raw(`
    insert into order_sum (orderId, lineCount, listValue, discountValue, freightValue, taxValue, grossValue)
    select o.id, count(*), sum(${list}), sum(case when ${list} > line.netValue then ${list} - line.netValue else 0 end),
      sum(line.freightValue), sum(line.cgst + line.sgst + line.igst), sum(line.grossValue)
    from order_line line join \`order\` o on o.id = line.orderId
    where o.status not in ('DRAFT', 'REJECTED', 'DELETED', 'DEAD') and line.lineStatus not in ('REJECTED', 'DELETED')
    group by o.id`)
}
