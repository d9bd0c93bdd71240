import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import type { OrderLine } from '../../../resources/orders/order-line.ts'
import { convertQty, type ProductUnits, unitsIn } from '../../../resources/orders/unit-conversion.ts'
import { itemNo } from '../../../resources/sap/codes.ts'
import type { SalesOrderItemStatus, SalesOrderStatus } from '../documents/sales-order-status.ts'

/**
 * SAP's item in the unit of the line: quantities and price. Null where SAP's unit cannot be converted to it; the price is
 * null where its unit cannot.
 */
function itemInLineUnit(
  item: SalesOrderItemStatus,
  { uom, priceUnit }: Pick<OrderLine, 'uom' | 'priceUnit'>,
  product: ProductUnits,
): SalesOrderItemStatus | null {
  const ratio = unitsIn(product, item.uom, uom)
  if (!ratio) return null
  const inUnits = (amount: number) => priceInUnits({ ...item, ...pricedAt(item, amount) }, priceUnit, uom, product) ?? 0
  const inUnit = (qty: number) => (item.uom === uom ? qty : convertQty(qty, ratio))
  return {
    ...item,
    uom,
    sapUom: item.uom,
    qty: inUnit(item.qty),
    netPrice: priceInUnits(item, priceUnit, uom, product),
    discounts: item.discounts?.map(one => ('pct' in one ? one : { ...one, amount: inUnits(one.amount) })) ?? null,
    confirmations: item.confirmations.map(({ day, qty }) => ({ day, qty: inUnit(qty) })),
    deliveredQty: inUnit(item.deliveredQty),
  }
}

const pricedAt = ({ pricedIn }: SalesOrderItemStatus, rate: number) => ({
  netPrice: rate,
  ...(pricedIn && { pricedIn: { ...pricedIn, rate } }),
})

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

/** A line with its item in SAP, in the unit of the line; the item is null when it was deleted there. */
export interface LineInSap {
  line: OrderLine
  item: SalesOrderItemStatus | null
}

/**
 * Pairs each line that was sent to SAP with its item. A missing item counts as deleted where the sales order has our
 * order number; one that was entered by hand need not have our lines. Mismatches are noted, and units that cannot be
 * converted.
 */
export async function pairItems(
  trx: Knex,
  { orderNo }: Pick<Order, 'orderNo'>,
  lines: readonly OrderLine[],
  document: SalesOrderStatus,
  note: (wrong: string) => void,
): Promise<LineInSap[]> {
  const sent = lines.filter(({ lineStatus }) => lineStatus !== 'REJECTED' && lineStatus !== 'DELETED')
  const articles = await articlesOf(trx, sent)
  const unpaired = new Map(document.items.map(item => [item.sapItemNo, item]))
  const pairs: LineInSap[] = []
  for (const line of sent) {
    const no = line.sapItemNo ?? itemNo(line.lineNo)
    const item = unpaired.get(no)
    unpaired.delete(no)
    const article = articles.get(line.productId)!
    if (!item) {
      // Lines cancelled before the order was sent have no item in SAP.
      if (line.lineStatus === 'CANCELLED') continue
      if (document.orderNo === orderNo) pairs.push({ line, item: null })
      else note(`it has no item ${Number(no)} for line ${line.lineNo}`)
    } else if (item.product !== article.code && !item.isSubstituted)
      note(
        `item ${Number(no)} is ${item.product}, and line ${line.lineNo} is ${article.code}: say in SAP why it is substituted, or enter the product that was ordered`,
      )
    else {
      const converted = itemInLineUnit(item, line, article)
      if (!converted) note(`item ${Number(no)} is in ${item.uom}, and line ${line.lineNo} in ${line.uom}`)
      else pairs.push({ line, item: converted })
      if (item.pricedIn && converted?.netPrice === null)
        note(`item ${Number(no)} is priced by ${item.pricedIn.uom}, which cannot be converted to ${line.uom}`)
    }
  }
  // The parts of a kit, and what comes free with an item, are SAP's own.
  for (const [no, { partOf }] of unpaired)
    if (partOf === null) note(`the order here has no line for item ${Number(no)}`)
  return pairs
}

type Article = ProductUnits & { id: number; code: string }

async function articlesOf(trx: Knex, lines: readonly OrderLine[]): Promise<Map<number, Article>> {
  const ids = lines.map(({ productId }) => productId)
  const rows: Article[] = await trx('products')
    .whereIn('id', ids)
    .select('id', 'code', 'uom', 'baseUom', 'uomNumerator', 'uomDenominator')
  return new Map(rows.map(row => [row.id, row]))
}
