import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { convertQty, type ProductUnits, unitsIn } from '../../../resources/orders/unit-conversion.ts'
import type { SalesOrderItemStatus } from '../documents/sales-order-status.ts'

/**
 * SAP's item in the unit of the line: quantities and price. Null where SAP's unit cannot be converted to it; the price is
 * null where its unit cannot.
 */
export function itemInLineUnit(
  item: SalesOrderItemStatus,
  { uom, priceUnit }: Pick<OrderLine, 'uom' | 'priceUnit'>,
  product: ProductUnits,
): SalesOrderItemStatus | null {
  const ratio = unitsIn(product, item.uom, uom)
  if (!ratio) return null
  const inUnit = (qty: number) => (item.uom === uom ? qty : convertQty(qty, ratio))
  return {
    ...item,
    uom,
    qty: inUnit(item.qty),
    netPrice: priceInUnits(item, priceUnit, uom, product),
    confirmations: item.confirmations.map(({ day, qty }) => ({ day, qty: inUnit(qty) })),
    deliveredQty: inUnit(item.deliveredQty),
  }
}

/** The price of so many units of the line, from what SAP says of its own; rounded half up once. */
function priceInUnits(
  { netPrice, pricedIn, uom: itemUom }: SalesOrderItemStatus,
  units: number,
  uom: string,
  product: ProductUnits,
): number | null {
  if (netPrice === null) return null
  const price = pricedIn ?? { rate: netPrice, qty: 1000, uom: itemUom }
  const ratio = unitsIn(product, uom, price.uom)
  return ratio && convertQty(price.rate, { num: ratio.num * 1000n * BigInt(units), den: ratio.den * BigInt(price.qty) })
}
