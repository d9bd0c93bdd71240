import type { Knex } from 'knex'
import type { ComputedColumn, SqlExpression } from '../../derive/extend.ts'
import { daysBetween } from '../../platform/sql-words.ts'

const isOpen = "? in ('EXPECTED', 'DIFFERS')"

/** By how much a certificate differs from what was deducted; null until there is one. */
const differsBy: ComputedColumn = (db, of) => db.raw('? - ?', [of('receivedAmount'), of('expectedAmount')])

/** Whole days since a certificate was due that is still open; null of others. */
const daysLate: ComputedColumn = (db, of, day) =>
  db.raw(`case when ${isOpen} and ? < ? then ${daysBetween(db, '?', '?')} end`, [
    ...[of('status'), of('dueOn'), day],
    ...[day, of('dueOn')],
  ])

/** Whether a certificate is expected and past its day. */
const isMissing: ComputedColumn = (db, of, day) =>
  db.raw("case when ? = 'EXPECTED' and ? < ? then 1 else 0 end", [of('status'), of('dueOn'), day])

/** A sum over the certificates of the customer in the tax year of the row. */
const ofYear =
  (amount: string): ComputedColumn =>
  (db: Knex, of): SqlExpression =>
    db('tds_certificate as year')
      .where('year.customerId', of('customerId'))
      .where('year.taxYear', of('taxYear'))
      .sum({ amount: db.raw(amount) })

/** The columns of a TDS certificate that follow from it and from the others of its year. */
export const tdsColumns = {
  differsBy,
  daysLate,
  isMissing,
  yearExpected: ofYear('year.expectedAmount'),
  yearReceived: ofYear('coalesce(year.receivedAmount, 0)'),
  yearMissing: ofYear('year.expectedAmount - coalesce(year.receivedAmount, 0) - coalesce(year.writtenOffAmount, 0)'),
}
