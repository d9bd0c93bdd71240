import type { OrderState } from '../trade.ts'
import type { OrderLine } from './order-line.ts'

/** What orders reserve: quantity of a rate contract line, uses of a promo code, quantity of an end-user document. */
export const reservationKinds = ['CONTRACT', 'PROMO', 'EUD'] as const
export type ReservationKind = (typeof reservationKinds)[number]

/** What an order is to reserve of one row; quantities in thousandths. */
export interface ReservedQuantity {
  kind: ReservationKind
  /** The id of the rate contract line, promo code or document. */
  heldOf: number
  /** The first of its lines that reserves a part. */
  lineNo: number
  /** How many of its lines reserve a part. */
  uses: number
  /** Reserved: on its way to SAP. */
  heldQty: number
  /** Used: confirmed by SAP. */
  usedQty: number
}

/** The columns of its lines that decide about reservations. */
export interface ReservingLine
  extends Pick<
    OrderLine,
    'lineNo' | 'lineStatus' | 'qty' | 'uom' | 'cancelledQty' | 'priceSource' | 'priceSourceId' | 'promoCodeId'
  > {
  eudNeeds: unknown
}

/** Whether an order of a state holds its quantities: not at all, reserved, or used up. */
export const holdingOf: Record<OrderState, 'NOTHING' | 'RESERVED' | 'USED'> = {
  DRAFT: 'NOTHING',
  PENDING: 'RESERVED',
  APPROVED: 'RESERVED',
  IN_ERROR: 'RESERVED',
  CONFIRMED: 'USED',
  PARTIALLY_DISPATCHED: 'USED',
  DISPATCHED: 'USED',
  DELIVERED: 'USED',
  CLOSED: 'USED',
  REJECTED: 'NOTHING',
  CANCELLED: 'NOTHING',
  DEAD: 'NOTHING',
  DELETED: 'NOTHING',
}

const gone = ['REJECTED', 'CANCELLED', 'DELETED']

/** Converts a quantity of an order line to the unit of the contract line that it calls off. */
export type CalledOff = (contractLineId: number, qty: number, uom: string) => number
export const asOrdered: CalledOff = (_, qty) => qty

/**
 * Everything an order is to reserve, by `kind/heldOf`: what its lines still have to deliver, or delivered. Contracts
 * count in their own unit, promo codes and documents in the sales unit.
 */
export function reservationsOf(
  status: OrderState,
  lines: readonly ReservingLine[],
  calledOff: CalledOff = asOrdered,
): Map<string, ReservedQuantity> {
  const reserved = new Map<string, ReservedQuantity>()
  const holding = holdingOf[status]
  if (holding === 'NOTHING') return reserved
  for (const line of lines) {
    const qty = line.qty - line.cancelledQty
    if (gone.includes(line.lineStatus) || qty <= 0) continue
    for (const { kind, heldOf } of basesOf(line)) {
      const key = `${kind}/${heldOf}`
      const quantity = reserved.get(key) ?? { kind, heldOf, lineNo: line.lineNo, uses: 0, heldQty: 0, usedQty: 0 }
      quantity.uses += 1
      quantity[holding === 'USED' ? 'usedQty' : 'heldQty'] +=
        kind === 'CONTRACT' ? calledOff(heldOf, qty, line.uom) : qty
      reserved.set(key, quantity)
    }
  }
  return reserved
}

function basesOf({ priceSource, priceSourceId, promoCodeId, eudNeeds }: ReservingLine) {
  const bases: Pick<ReservedQuantity, 'kind' | 'heldOf'>[] = []
  if (priceSource === 'RATE_CONTRACT' && priceSourceId !== null) bases.push({ kind: 'CONTRACT', heldOf: priceSourceId })
  if (promoCodeId !== null) bases.push({ kind: 'PROMO', heldOf: promoCodeId })
  for (const heldOf of countedIn(eudNeeds)) bases.push({ kind: 'EUD', heldOf })
  return bases
}

/** The documents of a line's needs whose permitted quantity it uses. */
function countedIn(needs: unknown): number[] {
  if (!Array.isArray(needs)) return []
  return needs.flatMap(({ qtyControlled, documentId }) => (qtyControlled && documentId !== null ? [documentId] : []))
}
