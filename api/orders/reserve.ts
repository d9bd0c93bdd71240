import type { Knex } from 'knex'
import { sum } from '../../resources/define/amounts.ts'
import type { Order } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { promoTaken, promoUsedUp } from '../../resources/orders/quote/promo.ts'
import { type Reservation, reservation } from '../../resources/orders/reservation.ts'
import {
  type ReservationKind,
  type ReservedQuantity,
  reservationsOf,
} from '../../resources/orders/reserved-quantities.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { calledOffIn } from '../masters/contract-prices.ts'
import { refreshContract } from '../masters/rate-contract-totals.ts'
import { now } from '../platform/clock.ts'
import { refused } from '../platform/errors.ts'

/**
 * Updates what an order reserves of rate contracts, promo codes and end-user documents to match its lines in `status`.
 * Each counter moves by one conditional update, so that nothing is spent twice. Throws 422 when a promo code or
 * document has too little left.
 */
export async function reserve(trx: Knex, order: Pick<Order, 'id' | 'customerId' | 'status'>, status = order.status) {
  const saved = await rowsOf(trx, reservation, rows => rows.where({ orderId: order.id }))
  const lines = await rowsOf(trx, orderLine, rows => rows.where({ orderId: order.id }).orderBy('lineNo'))
  const wantedRows = reservationsOf(status, lines, await calledOffIn(trx, lines))
  const before = new Map(saved.map(row => [`${row.kind}/${row.heldOf}`, row]))
  // A fixed order prevents deadlocks between two orders.
  for (const key of [...new Set([...before.keys(), ...wantedRows.keys()])].sort()) {
    const change = { current: before.get(key), wanted: wantedRows.get(key) ?? noReservation(before.get(key)!) }
    if (isUnchanged(change)) continue
    await moveCounters[change.wanted.kind](trx, change, order)
    await saveReservation(trx, change, order)
  }
}

interface ReservationChange {
  current: Reservation | undefined
  wanted: ReservedQuantity
}

const noReservation = ({ kind, heldOf }: Reservation): ReservedQuantity => ({
  kind,
  heldOf,
  lineNo: 0,
  uses: 0,
  heldQty: 0,
  usedQty: 0,
})
const isUnchanged = ({ current, wanted }: ReservationChange) =>
  current !== undefined &&
  current.uses === wanted.uses &&
  current.heldQty === wanted.heldQty &&
  current.usedQty === wanted.usedQty

/** How the counters of each kind of row are moved by the change of one reservation. */
const moveCounters: Record<
  ReservationKind,
  (trx: Knex, change: ReservationChange, order: Pick<Order, 'id' | 'customerId'>) => Promise<void>
> = {
  CONTRACT: async (trx, { current, wanted }) => {
    await trx('rate_contract_line')
      .where('id', wanted.heldOf)
      .increment({
        reservedQty: wanted.heldQty - (current?.heldQty ?? 0),
        consumedQty: wanted.usedQty - (current?.usedQty ?? 0),
      })
    const line = await trx('rate_contract_line').where('id', wanted.heldOf).first('rateContractId')
    // The consumed share of the contract changes only with its consumed quantity.
    if (line && wanted.usedQty !== (current?.usedQty ?? 0)) await refreshContract(trx, line.rateContractId)
  },
  PROMO: async (trx, { current, wanted }, order) => {
    const increase = wanted.uses - (current?.uses ?? 0)
    const rows = trx('channel_product_promocode').where('id', wanted.heldOf)
    if (increase > 0)
      rows.where(any => any.whereNull('maxUses').orWhere('usedCount', '<=', trx.raw('?? - ?', ['maxUses', increase])))
    const updated = await rows.update({ usedCount: trx.raw('?? + ?', ['usedCount', increase]) })
    if (updated !== 1) {
      const { promoCode, usedCount, maxUses } = await trx('channel_product_promocode')
        .where('id', wanted.heldOf)
        .first()
      throw usedUp(wanted, 'PROMO_NOT_VALID', 'promoCode', promoUsedUp(promoCode, usedCount, maxUses))
    }
    if (wanted.heldQty + wanted.usedQty > (current?.heldQty ?? 0) + (current?.usedQty ?? 0))
      await demandCap(trx, wanted, order)
  },
  EUD: async (trx, { current, wanted }) => {
    const increase = { held: wanted.heldQty - (current?.heldQty ?? 0), used: wanted.usedQty - (current?.usedQty ?? 0) }
    const rows = trx('eud_document').where('id', wanted.heldOf)
    if (increase.held + increase.used > 0)
      rows.whereRaw('?? + ?? + ? <= ??', ['usedQty', 'reservedQty', increase.held + increase.used, 'permittedQty'])
    const updated = await rows.update({
      reservedQty: trx.raw('?? + ?', ['reservedQty', increase.held]),
      usedQty: trx.raw('?? + ?', ['usedQty', increase.used]),
    })
    if (updated !== 1)
      throw usedUp(
        wanted,
        'EUD_MISSING',
        'eudDocumentId',
        'other orders used up what its end-user document permits: order less, or upload another',
      )
  },
}

/** Throws 422 when the customer exceeds the limit of the promo code, whose row is locked against other orders. */
async function demandCap(trx: Knex, reserved: ReservedQuantity, { id, customerId }: Pick<Order, 'id' | 'customerId'>) {
  const promo = await trx('channel_product_promocode')
    .where('id', reserved.heldOf)
    .first('promoCode', 'maxQtyPerCustomer')
  if (promo.maxQtyPerCustomer === null) return
  const others: { heldQty: number; usedQty: number }[] = await trx('reservation')
    .where({ kind: 'PROMO', heldOf: reserved.heldOf, customerId })
    .whereNot('orderId', id)
    .forUpdate()
    .select('heldQty', 'usedQty')
  const taken = sum(others.map(({ heldQty, usedQty }) => heldQty + usedQty))
  if (taken + reserved.heldQty + reserved.usedQty <= promo.maxQtyPerCustomer) return
  throw usedUp(reserved, 'PROMO_NOT_VALID', 'promoCode', promoTaken(promo.promoCode, promo.maxQtyPerCustomer, taken))
}

const usedUp = ({ lineNo }: ReservedQuantity, code: string, field: string, message: string) =>
  refused([{ code, field: `lines[${lineNo / 10 - 1}].${field}`, message: `Line ${lineNo}: ${message}` }])

async function saveReservation(
  trx: Knex,
  { current, wanted }: ReservationChange,
  order: Pick<Order, 'id' | 'customerId'>,
) {
  const { lineNo: _, ...columns } = wanted
  const { uses, heldQty, usedQty } = columns
  const at = now()
  if (current && uses === 0) await trx('reservation').where({ id: current.id }).delete()
  else if (current) await trx('reservation').where({ id: current.id }).update({ uses, heldQty, usedQty, updatedAt: at })
  else
    await trx('reservation').insert({
      orderId: order.id,
      customerId: order.customerId,
      ...columns,
      rowVersion: 1,
      createdAt: at,
      updatedAt: at,
    })
}
