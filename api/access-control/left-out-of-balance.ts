import type { Knex } from 'knex'
import type { ComputedColumn } from '../derive/extend.ts'

/** The open items that SAP lists and the portal leaves out for their currency: those of the buyers with these codes. */
const foreignItems = (db: Knex, codes: Knex.QueryBuilder | Knex.Ref<string, never>) =>
  db('sap_row as foreign_item')
    .where({ 'foreign_item.object': 'OUTSTANDING', 'foreign_item.state': 'LEFT_OUT' })
    .whereNotNull('foreign_item.currency')
    .whereRaw('foreign_item.buyer in (?)', [codes])

/** Company code and year lead the key of an item; the reason names its document, which may have several items. */
const documents = `count(distinct concat(substr(foreign_item.sapKey, 1, 9), ' ', foreign_item.reason))`
const words = `case ${documents} when 0 then null when 1 then concat('1 document in ', max(foreign_item.currency)) else concat(${documents}, ' documents in ', replace(group_concat(distinct foreign_item.currency), ',', ', ')) end`

/** What balances leave out of the buyers with these codes, such as `1 document in USD`; null where nothing. */
export const leftOutOf = (db: Knex, codes: Knex.QueryBuilder | Knex.Ref<string, never>) =>
  foreignItems(db, codes).select(db.raw(`${words} as words`))

/** What the balance of a customer leaves out. */
export const leftOutOfBalance: ComputedColumn = (db, of) => leftOutOf(db, of('code'))

/** What the balances of the customers with these ids leave out together; null where they leave out nothing. */
export async function leftOutTogether(db: Knex, customerIds: Knex.QueryBuilder | readonly number[]) {
  const codes = db('customer')
    .whereIn('id', customerIds as number[])
    .select('code')
  const row = await leftOutOf(db, codes).first()
  return (row?.words ?? null) as string | null
}
