import type { Knex } from 'knex'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import type { BodyOf } from '../../resources/define/command.ts'
import type { makePrices } from '../../resources/masters/commands.ts'
import { custShiptoProdPrice } from '../../resources/masters/cust-shipto-prod-price.ts'
import { type CustomerAnnexure, customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { customerAnnexureLine } from '../../resources/masters/customer-annexure-line.ts'
import { restrict } from '../derive/rights/conditions.ts'
import type { Person } from '../derive/rights/person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import type { Author } from '../derive/save/author.ts'
import { type Candidate, requireNoFaults } from '../derive/save/candidate.ts'
import { checkRows } from '../derive/save/check.ts'
import { insertRows } from '../derive/save/write.ts'
import { today } from '../platform/clock.ts'
import { invalidField, notFound, refused } from '../platform/errors.ts'

/**
 * Saves the lines of an accepted annexure as agreed prices of these delivery addresses, from today or its first day to its
 * last, all or none. Existing prices of the same amount are left; another price on one of these days is refused with its
 * row.
 */
export async function pricesOfAnnexure(
  trx: Knex,
  { annexureId, shipToIds }: BodyOf<typeof makePrices>,
  person: Person,
  author: Author,
): Promise<{ created: number }> {
  const rows = trx('customer_annexure').where('customer_annexure.id', annexureId)
  const readable = restrict(rows, trx, customerAnnexure, person, 'read').select('customer_annexure.id')
  const [annexure] = await rowsOf(trx, customerAnnexure, found => found.whereIn('id', readable))
  if (!annexure) throw notFound()
  const from = annexure.validFrom > today() ? annexure.validFrom : today()
  if (annexure.status !== 'ACCEPTED' || annexure.validTo < from)
    throw refused([
      {
        field: 'annexureId',
        code: 'NOT_ALLOWED_STATE',
        message: 'Prices are made of an annexure that is accepted and not past',
      },
    ])
  const addresses = await addressesOf(trx, annexure, shipToIds)
  const candidates = await newPrices(trx, annexure, addresses, from)
  await checkRows(trx, custShiptoProdPrice, candidates, author)
  requireNoFaults(candidates)
  const createdPrices = await insertRows<typeof custShiptoProdPrice>(
    trx,
    custShiptoProdPrice,
    candidates.map(({ row }) => row),
    author,
  )
  return { created: createdPrices.length }
}

async function addressesOf(trx: Knex, { customerId }: CustomerAnnexure, ids: readonly number[]): Promise<number[]> {
  const own = await rowsOf(trx, shipTo, rows => rows.where({ customerId, isActive: 1 }))
  if (!ids.every(id => own.some(address => address.id === id)))
    throw invalidField('shipToIds', 'UNKNOWN_REF', 'Choose at least one delivery address of the customer')
  return [...new Set(ids)]
}

async function newPrices(
  trx: Knex,
  annexure: CustomerAnnexure,
  addresses: number[],
  from: string,
): Promise<Candidate[]> {
  const { customerId, annexureNo, validTo } = annexure
  const lines = await rowsOf(trx, customerAnnexureLine, rows =>
    rows.where('customerAnnexureId', annexure.id).orderBy('lineNo'),
  )
  const existing = await rowsOf(trx, custShiptoProdPrice, rows =>
    rows
      .where({ customerId, isActive: 1, minQty: 0 })
      .whereIn('shipToId', addresses)
      .where('validTo', '>=', from)
      .where('validFrom', '<=', from),
  )
  return addresses.flatMap(shipToId =>
    lines.flatMap(({ productId, agreedPrice: netPrice }): Candidate[] => {
      const same = existing.some(
        price =>
          price.shipToId === shipToId &&
          price.productId === productId &&
          price.netPrice === netPrice &&
          price.validTo >= validTo,
      )
      if (same) return []
      const row = {
        customerId,
        shipToId,
        productId,
        netPrice,
        minQty: 0,
        approvedRef: annexureNo,
        validFrom: from,
        validTo,
      }
      return [{ row, before: undefined, faults: [] }]
    }),
  )
}
