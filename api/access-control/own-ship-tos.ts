import type { Knex } from 'knex'
import { type Resource, tableOf } from '../../resources/define/resource.ts'
import type { Person } from '../derive/rights/person.ts'
import { invalidField } from '../platform/errors.ts'

type Ids = Knex.QueryBuilder

/** The rows that belong to ship-tos, by the column that refers to them. */
const reached: Readonly<Record<string, (db: Knex, shipToIds: readonly number[]) => Ids | readonly number[]>> = {
  shipToId: (_, shipToIds) => shipToIds,
  orderId: (db, shipToIds) =>
    db('order')
      .whereIn('shipToId', [...shipToIds])
      .select('id'),
  invoiceId: (db, shipToIds) =>
    db('invoice')
      .whereIn('shipToId', [...shipToIds])
      .select('id'),
  lrId: (db, shipToIds) =>
    db('lr_line')
      .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
      .leftJoin('sap_delivery', 'sap_delivery.id', 'lr_line.deliveryId')
      .whereIn(db.raw('coalesce(invoice.shipToId, sap_delivery.shipToId)') as never, [...shipToIds])
      .select('lr_line.lrId'),
}

/**
 * Limits rows of a company to the ship-tos that its person may use: whatever a row names, its own ship-to, order, invoice
 * or LR, lies in them. A row that names none belongs to the whole company.
 */
export function limitToShipTos(rows: Ids, db: Knex, resource: Resource, { company }: Pick<Person, 'company'>): Ids {
  const shipToIds = company?.shipToIds
  if (!shipToIds) return rows
  const table = tableOf(resource)
  if (resource.name === 'ship-to') rows.whereIn(`${table}.id`, [...shipToIds])
  for (const [name, ids] of Object.entries(reached)) {
    const field = resource.fields[name]
    if (field?.kind !== 'reference') continue
    rows.where(either => {
      either.whereIn(`${table}.${name}`, ids(db, shipToIds) as Ids)
      if (field.optional) either.orWhereNull(`${table}.${name}`)
    })
  }
  return rows
}

/** Throws 422 where a person may not order for a ship-to of their company. */
export async function demandOwnShipTo(db: Knex, { company }: Pick<Person, 'company'>, shipToId: number): Promise<void> {
  const own = company?.shipToIds
  if (!own || own.includes(shipToId)) return
  const names: string[] = await db('ship_to')
    .whereIn('id', [...own])
    .orderBy('name')
    .pluck('name')
  const message = `Ship-to is not one of yours: choose ${names.join(' or ')}, or ask the head of your company`
  throw invalidField('shipToId', 'RULE', message)
}
