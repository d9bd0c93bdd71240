import { mulDiv } from '../../define/amounts.ts'
import type { Invoice } from '../invoice.ts'
import type { InvoiceLine } from '../invoice-line.ts'
import type { SapDeliveryLine } from '../sap-delivery-line.ts'

/** A line of an invoice as its links need it; quantities in thousandths. */
export type BilledItem = Pick<
  InvoiceLine,
  'productId' | 'batchNo' | 'qty' | 'uom' | 'baseQty' | 'baseUom' | 'refItem' | 'refCategory'
>

/** Goods that may be billed, and what no other valid invoice bills of them (`open`, in their own unit). */
export type OpenGoods = Pick<
  SapDeliveryLine,
  'id' | 'lineNo' | 'splitOfLineNo' | 'productId' | 'batchNo' | 'qty' | 'uom' | 'baseQty' | 'baseUom'
> & { open: number }

/** How much of which goods a line bills, and what of it no goods hold; `rest` is in the unit of the goods, else of the line. */
export interface Linked {
  links: { deliveryLineId: number; qty: number }[]
  rest: number
}

/** SAP's categories of a delivery of returned goods, and of the order that brings them back. */
const returned = ['T', 'H']

/** Whether a line of an invoice bills goods of ours that leave with a delivery. */
export const billsGoods = ({ qty, refCategory, suppliedAs }: Pick<InvoiceLine, 'qty' | 'refCategory' | 'suppliedAs'>) =>
  qty > 0 && suppliedAs === 'GOODS' && !returned.includes(refCategory ?? '')

/** The status of an invoice on which no goods of ours hang: what a supplier ships, or a service; null for any other. */
export function statusWithoutGoods(
  lines: readonly Pick<InvoiceLine, 'qty' | 'refCategory' | 'suppliedAs'>[],
): Extract<Invoice['dispatchStatus'], 'SHIPPED_BY_OUR_SUPPLIER' | 'NOTHING_TO_SEND'> | null {
  if (lines.some(billsGoods) || lines.every(({ suppliedAs }) => suppliedAs === 'GOODS')) return null
  return lines.some(({ suppliedAs }) => suppliedAs === 'SUPPLIER') ? 'SHIPPED_BY_OUR_SUPPLIER' : 'NOTHING_TO_SEND'
}

/** The number of the delivery that a line bills; null for one that bills its order. */
export function deliveryBilled({
  refDoc,
  refCategory,
  sapDeliveryNo,
}: Pick<InvoiceLine, 'refDoc' | 'refCategory' | 'sapDeliveryNo'>): string | null {
  return refCategory === 'J' ? refDoc : refCategory === null ? sapDeliveryNo : null
}

/** Whether the goods of an invoice hang on it: a valid one that sells. */
export const isValidBill = ({ invoiceType, isCancelled }: Pick<Invoice, 'invoiceType' | 'isCancelled'>): boolean =>
  invoiceType === 'INVOICE' && !isCancelled

/**
 * Links a line to goods of its delivery, or of the item of its order: those of the item that it names, of its batch where
 * some are of it, by line, each up to what is open of it. What is left is `rest`; links are never more than the goods.
 */
export function linkItem(item: BilledItem, goods: readonly OpenGoods[]): Linked {
  const named = goods.filter(one => isNamed(item, one)).toSorted((a, b) => a.lineNo - b.lineNo)
  const ofBatch = named.filter(({ batchNo }) => item.batchNo !== null && batchNo === item.batchNo)
  const chosen = ofBatch.length > 0 ? ofBatch : named
  const fitting = chosen.filter(({ uom }) => uom === chosen[0]!.uom)
  let rest = fitting.length > 0 ? billedIn(item, fitting[0]!) : item.qty
  const links: Linked['links'] = []
  for (const { id, open } of fitting) {
    const qty = Math.min(rest, Math.max(0, open))
    if (qty > 0) links.push({ deliveryLineId: id, qty })
    rest -= qty
  }
  return { links, rest }
}

/** A line that names no item is known by its product. */
function isNamed({ refItem, productId }: BilledItem, goods: OpenGoods): boolean {
  if (refItem === null) return goods.productId === productId
  return goods.lineNo === Number(refItem) || goods.splitOfLineNo === Number(refItem)
}

/** The quantity of a line in the unit of goods, by both base quantities where the units differ. */
function billedIn(item: BilledItem, goods: OpenGoods): number {
  if (item.uom === goods.uom || item.baseQty === null || item.baseUom !== goods.baseUom || goods.baseQty === 0)
    return item.qty
  return mulDiv(item.baseQty, goods.qty, goods.baseQty)
}
