import type { Knex } from 'knex'
import type { BodyOf } from '../../resources/define/command.ts'
import { tableOf } from '../../resources/define/resource.ts'
import type { listTab } from '../../resources/masters/commands.ts'
import { type Tab, tabs } from '../../resources/masters/customer-360.ts'
import { withTexts } from '../derive/list/texts.ts'
import { restrict } from '../derive/rights/conditions.ts'
import { readableColumnsOfRows } from '../derive/rights/field-conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { pickColumns } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { forbidden } from '../platform/errors.ts'
import { readableCustomer } from './customer-360.ts'

/** The tab of a name. */
export const tabNamed = (name: string): Tab => tabs.find(({ key }) => key === name)!

/** The rows of a tab, newest first, with the columns the person sees, within their own scope and of this customer. */
export async function tabRows(
  db: Knex,
  person: Person,
  { tab: name, customerId, ...days }: BodyOf<typeof listTab>,
): Promise<StoredRow[]> {
  const tab = tabNamed(name)
  const { id } = await readableCustomer(db, person, customerId)
  if (!maySeeTab(person, tab)) throw forbidden(`${tab.title}: your roles may not read them`)
  const table = tableOf(tab.resource)
  const rows = await rowsOf(db, tab.resource, query => {
    ownRows(query, db, tab, id)
    if (person.ability.can('read', tab.resource.path)) restrict(query, db, tab.resource, person, 'read')
    for (const [side, sign] of SIDES) {
      const day = days[side]
      if (day !== null && tab.day !== null) query.where(`${table}.${tab.day}`, sign, day)
    }
    const order = [tab.day, 'id'].flatMap(column => (column === null ? [] : [`${table}.${column}`]))
    return query.orderBy(order.map(column => ({ column, order: 'desc' }))).limit(tab.most)
  })
  // Of the open items customers see their own here, though they read no list of them.
  const readsRows = person.ability.can('read', tab.resource.path)
  const readable = await readableColumnsOfRows(
    db,
    tab.resource,
    person,
    rows.map(row => (row as StoredRow).id),
  )
  const seen = (rows as StoredRow[]).map(row => {
    const names = readable(row.id)
    const seen = readsRows ? tab.columns.filter(name => names.includes(name)) : tab.columns
    return pickColumns(['id', ...seen], row) as StoredRow
  })
  return withTexts(db, tab.resource, seen)
}

const SIDES = [
  ['from', '>='],
  ['to', '<='],
] as const

/** Whether the person sees a tab at all: what they may read, and open items only of their own customers. */
export const maySeeTab = (person: Person, { key, resource }: Tab) =>
  person.ability.can('read', resource.path) || (key === 'outstanding' && person.customerId !== null)

/** The rows of a resource that belong to a customer and count. */
function ownRows(rows: Knex.QueryBuilder, db: Knex, { key }: Tab, id: number) {
  switch (key) {
    case 'orders':
      return rows.where('order.customerId', id).whereNotIn('order.status', ['DELETED', 'DEAD'])
    case 'invoices':
      return rows.where('invoice.soldToId', id)
    case 'lrs':
      return rows.whereIn(
        'lr.id',
        db('lr_line')
          .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
          .leftJoin('sap_delivery', 'sap_delivery.id', 'lr_line.deliveryId')
          .where(any => any.where('invoice.soldToId', id).orWhere('sap_delivery.soldToId', id))
          .select('lr_line.lrId'),
      )
    case 'outstanding':
      return rows.where({ customerId: id, isActive: 1 })
    case 'salesAreas':
      return rows.where({ customerId: id })
    case 'contracts':
      return rows.where({ customerId: id, isActive: 1 })
    default:
      return rows.where({ customerId: id, isActive: 1 }).where('validTo', '>=', today())
  }
}
