import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { accountSbusOf } from '../../access-control/scopes.ts'
import type { Reader } from '../../derive/list/reader.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { accountSbus } from '../../orders/account-sbus.ts'
import { channelsOfCustomer, type PricedFor } from '../../orders/quote/prices-of-customer.ts'
import { invalidField, notOnList } from '../../platform/errors.ts'

/** Whose prices a price list shows: a customer with the channels in which they buy from each SBU that sells to them. */
export interface PriceListOf extends PricedFor {
  /** Code and name of the customer. */
  customer: string
  sbus: { sbuId: number; channelIds: number[] }[]
}

/**
 * The customer whose prices the reader chose, within the reader's customers and the SBUs in which they keep the account.
 * Throws 400 for a customer or a ship-to that is not among theirs.
 */
export async function priceListOf(db: Knex, { person, day, chosen = {} }: Reader): Promise<PriceListOf | undefined> {
  const { customerId, shipToId = null } = chosen as { customerId?: number; shipToId?: number }
  if (customerId === undefined) {
    if (shipToId === null) return undefined
    throw invalidField('customerId', 'REQUIRED', 'Customer is required where a ship-to is selected')
  }
  const customerQuery = db('customer').where('customer.id', customerId)
  const customerRow: { code: string; name: string } | undefined = await (person
    ? restrict(customerQuery, db, customer, person, 'read')
    : customerQuery
  ).first('customer.code', 'customer.name')
  if (!customerRow) throw notOnList('customerId', 'Customer')
  if (shipToId !== null && !(await db('ship_to').where({ id: shipToId, customerId }).first('id')))
    throw notOnList('shipToId', 'Ship-to of this customer')
  const selling: number[] = await accountSbusOf(db, customerId).pluck('department.sbuId')
  const keeping = person && accountSbus(db, person, customerId)
  const kept: number[] = keeping ? (await keeping).map(({ sbuId }: { sbuId: number }) => sbuId) : selling
  const channels = await channelsOfCustomer(db, { customerId, shipToId, day })
  const sbus = channels.filter(({ sbuId }) => selling.includes(sbuId) && kept.includes(sbuId))
  return { customerId, customer: `${customerRow.code} ${customerRow.name}`, shipToId, day, sbus }
}
