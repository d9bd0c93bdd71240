import type { Knex } from 'knex'

/**
 * Limits links of invoices to those that bill goods on a line of an LR now: while the invoice under which these were
 * `booked` counts, others bill other goods of the delivery. `link` and `line` are the tables' names in the query.
 */
export const billsNow = (of: Knex.QueryBuilder, db: Knex, { link, line }: Record<'link' | 'line', string>) =>
  of
    .where(`${line}.invoiceId`, db.ref(`${link}.invoiceId`))
    .orWhereNull('booked.id')
    .orWhere('booked.isCancelled', 1)

/**
 * The invoices that are valid now for goods on LRs, as rows of `carried` (lrId, lrLineId, invoiceId): the one an LR was
 * booked under while it counts, else those that bill the same goods since. `narrow` limits the rows of `line`.
 */
export const carriedInvoices = (db: Knex, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder): Knex.QueryBuilder =>
  narrow(
    db('invoice_line_goods as billed')
      .join('lr_line_item as item', 'item.deliveryLineId', 'billed.deliveryLineId')
      .join('lr_line as line', 'line.id', 'item.lrLineId'),
  )
    .leftJoin('invoice as booked', 'booked.id', 'line.invoiceId')
    .where(of => billsNow(of, db, { link: 'billed', line: 'line' }))

/** The lines of LRs that carry goods of an invoice, as a query of `line`; `of` is the column of the invoice's id around it. */
export const linesCarrying = (db: Knex, of: string): Knex.QueryBuilder =>
  carriedInvoices(db, rows => rows.where('billed.invoiceId', db.ref(of)))

/**
 * The numbers of the LRs that carry an invoice, joined by commas; those it was booked on where it is cancelled. `of` is
 * the column of the invoice's id around it.
 */
export const lrNosOf = (db: Knex, of: string): Knex.Raw => {
  const numbers = (rows: Knex.QueryBuilder) =>
    rows
      .join('lr', 'lr.id', 'line.lrId')
      .whereNot('lr.deliveryStatus', 'CANCELLED')
      .select(db.raw('group_concat(distinct lr.lrNo)'))
  const booked = db('lr_line as line').where('line.invoiceId', db.ref(of))
  return db.raw('coalesce((?), (?))', [numbers(linesCarrying(db, of)), numbers(booked)])
}
