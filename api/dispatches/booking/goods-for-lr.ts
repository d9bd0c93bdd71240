import type { shipTo } from '../../../resources/access-control/ship-to.ts'
import { mulDiv, shareOut, sum } from '../../../resources/define/amounts.ts'
import type { Row } from '../../../resources/define/resource.ts'
import type { Allotted } from '../../../resources/dispatches/goods/allot-sent.ts'
import type { Invoice } from '../../../resources/dispatches/invoice.ts'
import type { InvoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import type { InvoiceToDispatch } from '../../../resources/dispatches/lr-faults.ts'
import type { LrLine } from '../../../resources/dispatches/lr-line.ts'
import { type BilledGoods, nothingSent, type Sent, valuesOf } from '../../../resources/dispatches/parts.ts'
import type { SapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import type { Order } from '../../../resources/orders/order.ts'
import type { Carried, LinkedGoods } from '../goods/sent-goods.ts'

/** Goods of a delivery that go on an LR, by the id of their line there; `uom` is the unit of the delivery. */
export interface GoodsToSend extends BilledGoods {
  deliveryId: number
  productId: number
  orderLineId: number | null
  lineNo: number
  batchNo: string | null
  uom: string
  /** How much of them each line of the invoice bills; none of goods that are never billed. */
  billed: { invoiceLineId: number; qty: number }[]
}

/** What an invoice says of the goods on an LR, or in its place a delivery that is never billed. */
export type Head = Pick<
  Invoice,
  'invoiceNo' | 'invoiceType' | 'invoiceDate' | 'plantId' | 'sbuId' | 'soldToId' | 'shipToId' | 'transMode'
> &
  Pick<Invoice, 'isCancelled' | 'grossValue' | 'packages' | 'ewayBillNo' | 'ewayValidTo' | 'dispatchStatus'>

/** An invoice, or a delivery that is never billed, that is to go on an LR, with all that the LR's rules need. */
export interface ForLr {
  /** Null for a delivery. */
  invoice: Invoice | null
  /** Null for an invoice. */
  delivery: SapDelivery | null
  head: Head
  goods: GoodsToSend[]
  /** What of it is on other LRs. */
  sent: Sent
  shipTo: Row<typeof shipTo> | null
  /** The order of the goods; of several the first. */
  order: Order | null
  orderIds: number[]
  asRules: InvoiceToDispatch
}

/** The goods of the line of an invoice; those that SAP taxed are not exempt, whatever the product says by now. */
export const taxedGoods = <L extends Pick<InvoiceLine, 'productId' | 'netValue' | 'taxValue'>>(
  line: L,
  exempt: ReadonlySet<number>,
) => ({
  ...line,
  value: line.netValue + line.taxValue,
  isExempt: line.taxValue === 0 && exempt.has(line.productId),
})

/** The goods that an invoice bills, each with its share of the weight and value of the lines that bill it. */
export function billedGoods(
  lines: readonly InvoiceLine[],
  links: readonly LinkedGoods[],
  exempt: ReadonlySet<number>,
): GoodsToSend[] {
  const shares = lines.flatMap(line => {
    const own = links.filter(({ invoiceLineId }) => invoiceLineId === line.id)
    const { value, isExempt } = taxedGoods(line, exempt)
    const quantities = own.map(({ qty }) => qty)
    const [weights, values] = [shareOut(line.grossWeightKg, quantities), shareOut(value, quantities)]
    return own.map((link, index) => ({ link, line, isExempt, grossWeightKg: weights[index]!, value: values[index]! }))
  })
  return [...Map.groupBy(shares, ({ link }) => link.deliveryLineId)].map(([id, of]): GoodsToSend => {
    const [{ link, line, isExempt }] = of as [(typeof of)[number]]
    return {
      id,
      deliveryId: link.deliveryId,
      productId: line.productId,
      orderLineId: line.orderLineId,
      lineNo: line.lineNo,
      batchNo: link.batchNo ?? line.batchNo,
      uom: link.uom,
      qty: sum(of.map(one => one.link.qty)),
      grossWeightKg: sum(of.map(one => one.grossWeightKg)),
      value: sum(of.map(one => one.value)),
      isExempt,
      billed: of.map(one => ({ invoiceLineId: one.line.id, qty: one.link.qty })),
    }
  })
}

/**
 * What of an invoice over `gross` paise is on LRs: goods, packages and value. Of the line of an LR that was booked under
 * this invoice, its value stands; of others, that of the same goods by this invoice.
 */
export function sentOfInvoice(
  { id, grossValue }: Pick<Invoice, 'id' | 'grossValue'>,
  goods: readonly GoodsToSend[],
  allotted: readonly Allotted<Carried, LinkedGoods>[],
  lrLines: ReadonlyMap<number, LrLine & { qty: number }>,
): Sent {
  if (allotted.length === 0) return nothingSent
  const items = allotted.map(({ sent, link, qty }) => ({
    goodsId: link.deliveryLineId,
    qty,
    weightKg: sent.qty === 0 ? 0 : mulDiv(sent.weightKg, qty, sent.qty),
  }))
  const gross = Math.max(1, sum(goods.map(({ value }) => value)))
  const lines = [...Map.groupBy(allotted, ({ sent }) => sent.lrLineId)].map(([lrLineId, of]) => {
    const line = lrLineId === null ? undefined : lrLines.get(lrLineId)
    const qty = sum(of.map(one => one.qty))
    const byPrice = () =>
      mulDiv(
        grossValue,
        valuesOf(
          goods,
          of.map(one => ({ goodsId: one.link.deliveryLineId, qty: one.qty })),
        ),
        gross,
      )
    if (!line) return { packages: 0, value: byPrice() }
    const isAll = line.invoiceId === id && qty === line.qty
    return {
      packages: qty === line.qty ? line.packages : mulDiv(line.packages, qty, line.qty),
      value: isAll ? line.invoiceValue : byPrice(),
    }
  })
  return {
    items,
    packages: sum(lines.map(({ packages }) => packages)),
    value: sum(lines.map(({ value }) => value)),
    lrs: new Set(allotted.map(({ sent }) => sent.lrId)).size,
  }
}
