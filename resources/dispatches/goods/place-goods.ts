import type { SapDeliveryLine } from '../sap-delivery-line.ts'

/** Goods of a delivery, with what of them nothing carries yet (`free`, in their unit). */
export type Place = Pick<SapDeliveryLine, 'id' | 'lineNo' | 'productId' | 'batchNo' | 'uom' | 'qty'> & { free: number }

/**
 * Places what is carried of goods that SAP no longer has on goods that it has: of the same product, those of the same
 * batch and quantity first, then of the same batch, then others by line. `rest` finds no place.
 */
export function placeGoods(
  carried: number,
  from: Omit<Place, 'free'>,
  places: readonly Place[],
): { parts: { id: number; qty: number }[]; rest: number } {
  const distance = ({ batchNo, qty }: Place) => (batchNo !== from.batchNo ? 2 : qty !== from.qty ? 1 : 0)
  const fitting = places
    .filter(({ productId, uom }) => productId === from.productId && uom === from.uom)
    .toSorted((a, b) => distance(a) - distance(b) || a.lineNo - b.lineNo)
  let rest = carried
  const parts = fitting.flatMap(({ id, free }) => {
    const qty = Math.min(rest, Math.max(0, free))
    rest -= qty
    return qty > 0 ? [{ id, qty }] : []
  })
  return { parts, rest }
}
