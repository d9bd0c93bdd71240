import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { tableOf } from '../../../resources/define/resource.ts'
import { type EndingMaster, endingMasters } from '../../../resources/mis/orders/ending-masters.ts'
import { ENDING_DAYS } from '../../../resources/mis/orders/ending-soon.ts'
import type { ReportQuery } from '../../derive/extend.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { withSharedId } from '../../derive/list/source.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { daysBetween } from '../../platform/sql-words.ts'

const YEAR = 365

/** One row for each row of a master that its reader reads, which ends soon and which none of its key follows. */
export const endingSoonQuery: ReportQuery = (db, reader) => {
  const { person } = reader
  const parts = endingMasters.flatMap((master, place) =>
    person && !person.ability.can('read', master.resource.path) ? [] : [endingRows(db, reader, master, place)],
  )
  return parts
}

function endingRows(db: Knex, reader: Reader, master: EndingMaster, place: number) {
  const { resource, status, name, lines } = master
  const { day, person } = reader
  const table = tableOf(resource)
  const of = (column: string) => `${table}.${column}`
  const rows = withSharedId(db(table), db, reader, { column: of('id'), kinds: endingMasters.length, place })
    .where(of('isActive'), 1)
    .where(of('validFrom'), '<=', day)
    .whereBetween(of('validTo'), [day, addDays(day, ENDING_DAYS)])
    .whereNotExists(following(db, master))
  if (status) rows.where(of('status'), status)
  if (person) restrict(rows, db, resource, person, 'read', reader.oneByOne)
  const own = (column: string, from = column) =>
    from in resource.fields ? db.raw('?? as ??', [of(from), column]) : db.raw('nullif(0, 0) as ??', [column])
  const asked = (column: string) => reader.columns === undefined || reader.columns.has(column)
  const bought = (what: string, column: string) =>
    lines && asked(column)
      ? db.raw('(?) as ??', [linesOf(db, table, lines, day).select(db.raw(what)), column])
      : db.raw('nullif(0, 0) as ??', [column])
  return rows.select(
    db.raw('? as ??', [resource.title, 'listName']),
    name ? own('rowName', name) : db.raw('nullif(0, 0) as ??', ['rowName']),
    own('customerId'),
    own('productId'),
    own('sbuId'),
    own('validTo'),
    db.raw(`${daysBetween(db, '??', '?')} as ??`, [of('validTo'), day, 'daysLeft']),
    bought('count(distinct fact.orderId)', 'orders'),
    bought('sum(fact.netValue)', 'netValue'),
  )
}

/** A later row of the key; of contracts and annexures, which have numbers of their own, one of the customer in the SBU. */
function following(db: Knex, { resource, status }: EndingMaster) {
  const table = tableOf(resource)
  const key = status ? ['customerId', 'sbuId'] : ['periodKey']
  const later = db(`${table} as later`)
    .where('later.isActive', 1)
    .whereRaw('?? > ??', ['later.validTo', `${table}.validTo`])
  for (const column of key) later.whereRaw('?? = ??', [`later.${column}`, `${table}.${column}`])
  return later.select(db.raw('1'))
}

/** The lines of the last year that were bought by a row, with what is counted of them. */
function linesOf(db: Knex, table: string, lines: NonNullable<EndingMaster['lines']>, day: string) {
  const rows = db('order_fact as fact').where('fact.isCancelled', 0).where('fact.day', '>', addDays(day, -YEAR))
  const isOf = (column: string, own = 'id') => rows.whereRaw('?? = ??', [column, `${table}.${own}`])
  if (lines === 'customer' || lines === 'customer and product') isOf('fact.customerId', 'customerId')
  if (lines === 'product' || lines === 'customer and product') isOf('fact.productId', 'productId')
  if (typeof lines === 'string' && lines !== 'promo' && lines !== 'discount') return rows
  rows.join('order_line as line', 'line.id', 'fact.orderLineId')
  if (lines === 'promo') return isOf('line.promoCodeId')
  if (lines === 'discount')
    return rows.where('line.defaultDiscountPct', '>', 0).whereRaw('(??) in (?)', [
      'line.productId',
      db('products as discounted')
        .whereRaw('?? = ??', ['discounted.id', `${table}.productId`])
        .orWhereRaw('?? = ??', ['discounted.materialPricingGroupId', `${table}.materialPricingGroupId`])
        .select('discounted.id'),
    ])
  rows.where('line.priceSource', lines.price)
  if (lines.price !== 'RATE_CONTRACT')
    return isOf('line.productId', 'productId').whereRaw('?? = ??', ['line.priceSourceId', `${table}.id`])
  const contract = db('rate_contract_line as agreed').whereRaw('?? = ??', ['agreed.rateContractId', `${table}.id`])
  return rows.whereRaw('(??) in (?)', ['line.priceSourceId', contract.select('agreed.id')])
}
