import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import type { PromoCode as PromoCodeRow } from '../../../resources/masters/channel-product-promocode.ts'
import { type Reservation, reservation } from '../../../resources/orders/reservation.ts'
import type { ReservationKind } from '../../../resources/orders/reserved-quantities.ts'
import type { RulePromoCode } from '../../../resources/orders/rows.ts'
import { selectFrom } from '../../derive/rows-of.ts'

/** The request for the order's own reservations and the customer's reservations of these promo codes. */
export const reservationRequest = (
  db: Knex,
  orderId: number | null,
  customerId: number,
  promoCodes: readonly string[],
) =>
  selectFrom(reservation, rows =>
    rows.where(any =>
      any
        .where('orderId', orderId ?? 0)
        .orWhere(of =>
          of
            .where({ kind: 'PROMO', customerId })
            .whereIn('heldOf', db('channel_product_promocode').whereIn('promoCode', promoCodes).select('id')),
        ),
    ),
  )

type ReservationRow = Omit<Reservation, 'isActive'>

/**
 * The quantities of one kind that the order itself has reserved or used, in thousandths, by the id of the reserved row.
 */
export const ownReservedQty = (
  reservations: readonly ReservationRow[],
  orderId: number | null,
  kind: ReservationKind,
) =>
  new Map(
    reservations
      .filter(row => row.orderId === orderId && row.kind === kind)
      .map(({ heldOf, heldQty, usedQty }) => [heldOf, heldQty + usedQty]),
  )

/** Promo codes with their uses and the customer's quantities, in thousandths, without those of this order. */
export function promosWithUses(
  promos: readonly PromoCodeRow[],
  reservations: readonly ReservationRow[],
  orderId: number | null,
): RulePromoCode[] {
  return promos.map(promo => {
    const rows = reservations.filter(row => row.kind === 'PROMO' && row.heldOf === promo.id)
    const own = rows.find(row => row.orderId === orderId)
    const others = rows.filter(row => row !== own)
    return {
      ...promo,
      uses: promo.usedCount - (own?.uses ?? 0),
      qtyOfCustomer: sum(others.map(({ heldQty, usedQty }) => heldQty + usedQty)),
    }
  })
}
