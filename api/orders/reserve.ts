import type { Knex } from 'knex'
import { sum } from '../../resources/define/amounts.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { type Reservation, reservation } from '../../resources/orders/reservation.ts'
import { type Claim, claimsOf, type ReservationKind } from '../../resources/orders/reserved-quantities.ts'
import { rowsOf } from '../derive/rows-of.ts'
import { refreshContract } from '../masters/rate-contract-totals.ts'
import { now } from '../platform/clock.ts'
import { refused } from '../platform/errors.ts'
import type { Order } from './move-order.ts'

/**
 * Updates what an order reserves of rate contracts, promo codes and end-user documents to match its lines in `status`.
 * Each counter moves by one conditional update, so that nothing is spent twice. Throws 422 when a promo code or
 * document has too little left.
 */
export async function reserve(trx: Knex, order: Pick<Order, 'id' | 'customerId' | 'status'>, status = order.status) {
  const kept = await rowsOf(trx, reservation, rows => rows.where({ orderId: order.id }))
  const lines = await rowsOf(trx, orderLine, rows => rows.where({ orderId: order.id }).orderBy('lineNo'))
  const claims = claimsOf(status, lines)
  const before = new Map(kept.map(row => [`${row.kind}/${row.heldOf}`, row]))
  // A fixed order prevents deadlocks between two orders.
  for (const key of [...new Set([...before.keys(), ...claims.keys()])].sort()) {
    const change = { held: before.get(key), claim: claims.get(key) ?? nothing(before.get(key)!) }
    if (same(change)) continue
    await counters[change.claim.kind](trx, change, order)
    await keep(trx, change, order)
  }
}

interface Change {
  held: Reservation | undefined
  claim: Claim
}

const nothing = ({ kind, heldOf }: Reservation): Claim => ({ kind, heldOf, lineNo: 0, uses: 0, heldQty: 0, usedQty: 0 })
const same = ({ held, claim }: Change) =>
  held !== undefined && held.uses === claim.uses && held.heldQty === claim.heldQty && held.usedQty === claim.usedQty

/** How the counters of each kind of row are moved by the change of one reservation. */
const counters: Record<
  ReservationKind,
  (trx: Knex, change: Change, order: Pick<Order, 'id' | 'customerId'>) => Promise<void>
> = {
  CONTRACT: async (trx, { held, claim }) => {
    await trx('rate_contract_line')
      .where('id', claim.heldOf)
      .increment({
        reservedQty: claim.heldQty - (held?.heldQty ?? 0),
        consumedQty: claim.usedQty - (held?.usedQty ?? 0),
      })
    const line = await trx('rate_contract_line').where('id', claim.heldOf).first('rateContractId')
    // The consumed share of the contract changes only with its consumed quantity.
    if (line && claim.usedQty !== (held?.usedQty ?? 0)) await refreshContract(trx, line.rateContractId)
  },
  PROMO: async (trx, { held, claim }, order) => {
    const more = claim.uses - (held?.uses ?? 0)
    const rows = trx('channel_product_promocode').where('id', claim.heldOf)
    if (more > 0)
      rows.where(any => any.whereNull('maxUses').orWhere('usedCount', '<=', trx.raw('?? - ?', ['maxUses', more])))
    const taken = await rows.update({ usedCount: trx.raw('?? + ?', ['usedCount', more]) })
    if (taken !== 1) throw spent(claim, 'PROMO_NOT_VALID', 'promoCode', USED_UP)
    if (claim.heldQty + claim.usedQty > (held?.heldQty ?? 0) + (held?.usedQty ?? 0)) await demandCap(trx, claim, order)
  },
  EUD: async (trx, { held, claim }) => {
    const more = { held: claim.heldQty - (held?.heldQty ?? 0), used: claim.usedQty - (held?.usedQty ?? 0) }
    const rows = trx('eud_document').where('id', claim.heldOf)
    if (more.held + more.used > 0)
      rows.whereRaw('?? + ?? + ? <= ??', ['usedQty', 'reservedQty', more.held + more.used, 'permittedQty'])
    const taken = await rows.update({
      reservedQty: trx.raw('?? + ?', ['reservedQty', more.held]),
      usedQty: trx.raw('?? + ?', ['usedQty', more.used]),
    })
    if (taken !== 1)
      throw spent(
        claim,
        'EUD_MISSING',
        'eudDocumentId',
        'other orders used up what its end-user document permits: order less, or upload another',
      )
  },
}

/**
 * Throws 422 when the customer exceeds the limit of the promo code. Its row is locked at this point, so no other order
 * interferes.
 */
async function demandCap(trx: Knex, claim: Claim, { id, customerId }: Pick<Order, 'id' | 'customerId'>) {
  const promo = await trx('channel_product_promocode').where('id', claim.heldOf).first('maxQtyPerCustomer')
  if (promo.maxQtyPerCustomer === null) return
  const others: { heldQty: number; usedQty: number }[] = await trx('reservation')
    .where({ kind: 'PROMO', heldOf: claim.heldOf, customerId })
    .whereNot('orderId', id)
    .forUpdate()
    .select('heldQty', 'usedQty')
  const all = sum(others.map(({ heldQty, usedQty }) => heldQty + usedQty)) + claim.heldQty + claim.usedQty
  if (all > promo.maxQtyPerCustomer) throw spent(claim, 'PROMO_NOT_VALID', 'promoCode', USED_UP)
}

const USED_UP = 'the promo code was used up meanwhile: take it away, or enter another'

const spent = ({ lineNo }: Claim, code: string, field: string, message: string) =>
  refused([{ code, field: `lines[${lineNo / 10 - 1}].${field}`, message: `Line ${lineNo}: ${message}` }])

async function keep(trx: Knex, { held, claim }: Change, order: Pick<Order, 'id' | 'customerId'>) {
  const { lineNo: _, ...kept } = claim
  const { uses, heldQty, usedQty } = kept
  const at = now()
  if (held && uses === 0) await trx('reservation').where({ id: held.id }).delete()
  else if (held) await trx('reservation').where({ id: held.id }).update({ uses, heldQty, usedQty, updatedAt: at })
  else
    await trx('reservation').insert({
      orderId: order.id,
      customerId: order.customerId,
      ...kept,
      rowVersion: 1,
      createdAt: at,
      updatedAt: at,
    })
}
