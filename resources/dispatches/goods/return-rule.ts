import { mulDiv } from '../../define/amounts.ts'
import type { SapDeliveryLine } from '../sap-delivery-line.ts'

/** What came back, as a line of SAP says it; quantities in thousandths. */
type GivenBack = Pick<SapDeliveryLine, 'productId' | 'batchNo' | 'qty' | 'uom'> & {
  baseQty: number | null
  baseUom: string | null
}

/** Goods of which something may have come back, and what others brought back of them (`back`, in their own unit). */
export type OpenToReturn = Pick<
  SapDeliveryLine,
  'id' | 'deliveryId' | 'lineNo' | 'productId' | 'batchNo' | 'qty' | 'uom' | 'baseQty' | 'baseUom' | 'leftQty'
> & { back: number }

/**
 * How much of which goods came back, by the id of each: of the same product, of its batch where some are of it, what left
 * first, then what is not known to have left; never more than there was. Goods in another unit follow the base unit.
 */
export function returnedFrom(given: GivenBack, goods: readonly OpenToReturn[]): Map<number, number> {
  const same = goods
    .filter(({ productId }) => productId === given.productId)
    .toSorted((a, b) => a.deliveryId - b.deliveryId || a.lineNo - b.lineNo)
  const ofBatch = same.filter(({ batchNo }) => given.batchNo !== null && batchNo === given.batchNo)
  const chosen = ofBatch.length > 0 ? ofBatch : same
  const fitting = chosen.filter(({ uom }) => uom === chosen[0]!.uom)
  const taken = new Map<number, number>()
  let rest = fitting.length > 0 ? inUnitOf(fitting[0]!, given) : 0
  for (const most of ['leftQty', 'qty'] as const)
    for (const one of fitting) {
      const before = taken.get(one.id) ?? 0
      const qty = Math.min(rest, Math.max(0, one[most] - one.back - before))
      if (qty > 0) taken.set(one.id, before + qty)
      rest -= qty
    }
  return taken
}

/** A quantity in the unit of goods; 0 where no base unit joins the two. */
function inUnitOf({ uom, qty, baseQty, baseUom }: OpenToReturn, given: GivenBack): number {
  if (given.uom === uom) return given.qty
  if (given.baseQty === null || given.baseUom !== baseUom || baseQty === 0) return 0
  return mulDiv(given.baseQty, qty, baseQty)
}
