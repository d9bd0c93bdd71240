import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { convertQty, type ProductUnits, unitsIn } from '../../../resources/orders/unit-conversion.ts'
import type { SalesOrderItemStatus } from '../../sap/sales-order-status.ts'

/**
 * SAP's item in the unit of the line: quantities and price. Null where SAP's unit cannot be converted to it; the price is
 * null where its unit cannot.
 */
export function itemInLineUnit(
  item: SalesOrderItemStatus,
  { uom }: Pick<OrderLine, 'uom'>,
  product: ProductUnits,
): SalesOrderItemStatus | null {
  const ratio = unitsIn(product, item.uom, uom)
  if (!ratio) return null
  const inUnit = (qty: number) => (item.uom === uom ? qty : convertQty(qty, ratio))
  return {
    ...item,
    uom,
    qty: inUnit(item.qty),
    netPrice: priceInUnit(item, uom, product),
    confirmations: item.confirmations.map(({ day, qty }) => ({ day, qty: inUnit(qty) })),
    deliveredQty: inUnit(item.deliveredQty),
  }
}

/** The price of one unit of the line, from what SAP says of its own; rounded half up once. */
function priceInUnit(item: SalesOrderItemStatus, uom: string, product: ProductUnits): number | null {
  const { netPrice } = item
  if (netPrice === null || (!item.pricedIn && item.uom === uom)) return netPrice
  const price = item.pricedIn ?? { rate: netPrice, qty: 1000, uom: item.uom }
  const ratio = unitsIn(product, uom, price.uom)
  return ratio && convertQty(price.rate, { num: ratio.num * 1000n, den: ratio.den * BigInt(price.qty) })
}
