import type { Knex } from 'knex'
import { shipTo } from '../../resources/access-control/ship-to.ts'
import { custShiptoProdPrice } from '../../resources/masters/cust-shipto-prod-price.ts'
import { type CustomerAnnexure, customerAnnexure } from '../../resources/masters/customer-annexure.ts'
import { customerAnnexureLine } from '../../resources/masters/customer-annexure-line.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { type Candidate, requireNoFaults } from '../derive/save/candidate.ts'
import { checkRows } from '../derive/save/check.ts'
import { bodyObject } from '../derive/save/read-body.ts'
import { insertRows } from '../derive/save/write.ts'
import type { Call } from '../derive/service.ts'
import { today } from '../platform/clock.ts'
import { invalidField, notFound, refused } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'

/**
 * `POST /api/annexure-prices { annexureId, shipToIds }`: saves the lines of an accepted annexure as agreed prices of
 * these delivery addresses, from today or its first day to its last, all or none. Existing prices of the same amount
 * are left; another price on one of these days is refused with its row.
 */
export const annexurePrices = (db: Knex) => ({
  async create(body: unknown, call: Call) {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    const { annexureId, shipToIds } = bodyObject(body, 'The annexure and its addresses')
    requireRight(person, custShiptoProdPrice, 'create')
    return transact(db, async trx => {
      const id = readId(annexureId)
      const readable = restrict(
        trx('customer_annexure').where('customer_annexure.id', id ?? 0),
        trx,
        customerAnnexure,
        person,
        'read',
      )
      const [annexure] = await rowsOf(trx, customerAnnexure, rows =>
        rows.whereIn('id', readable.select('customer_annexure.id')),
      )
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
      const made = await insertRows<typeof custShiptoProdPrice>(
        trx,
        custShiptoProdPrice,
        candidates.map(({ row }) => row),
        author,
      )
      return { created: made.length }
    })
  },
})

async function addressesOf(trx: Knex, { customerId }: CustomerAnnexure, given: unknown): Promise<number[]> {
  const ids = Array.isArray(given) ? given.map(readId) : []
  const own = await rowsOf(trx, shipTo, rows => rows.where({ customerId, isActive: 1 }))
  if (ids.length === 0 || !ids.every(id => own.some(address => address.id === id)))
    throw invalidField('shipToIds', 'UNKNOWN_REF', 'Choose at least one delivery address of the customer')
  return [...new Set(ids as number[])]
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
