import type { Knex } from 'knex'
import { customer } from '../../../resources/access-control/customer.ts'
import { shipTo } from '../../../resources/access-control/ship-to.ts'
import { type Product, products } from '../../../resources/masters/products.ts'
import { type Order, order } from '../../../resources/orders/order.ts'
import { type OrderLine, orderLine } from '../../../resources/orders/order-line.ts'
import { unitsIn } from '../../../resources/orders/unit-conversion.ts'
import { itemNo, plainCode, sapCode } from '../../../resources/sap/codes.ts'
import { plant } from '../../../resources/settings/plant.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { unknownUnit } from '../identity/units.ts'
import { SapRowError } from '../reading/pull.ts'
import type { BillingDocument } from './billing-document.ts'
import type { BillingLine } from './billing-line.ts'

/** A billing document that accounting has posted under a number. */
export type PostedDocument = BillingDocument & { invoiceNo: string }

/** The rows that a billing document names. */
export interface InvoiceReferences {
  soldTo: { id: number; paymentTermsDays: number }
  payerId: number
  shipToId: number | null
  plantId: number
  /** Those of our orders that its items come from. */
  orders: Order[]
  lines: OrderLine[]
  products: ReadonlyMap<string, Product>
}

/** The rows that a billing document names. Throws SapRowError for unknown ones, and an order of another customer. */
export async function referencesOf(trx: Knex, document: PostedDocument): Promise<InvoiceReferences> {
  const about = `Invoice ${document.invoiceNo}`
  const [soldTo] = await rowsOf(trx, customer, rows => rows.where('code', document.soldTo))
  if (!soldTo)
    throw unknown('soldToId', `${about}: the portal has no customer ${document.soldTo}`, 'CUSTOMER', document.soldTo)
  const [site] = document.plant === null ? [] : await rowsOf(trx, plant, rows => rows.where('code', document.plant))
  if (!site)
    throw unknown(
      'plantId',
      document.plant === null
        ? `${about}: none of its items names a plant`
        : `${about}: the portal has no plant ${document.plant}`,
      'PLANT',
      document.plant,
    )
  const orders = await ordersOf(trx, document.lines)
  const stranger = orders.find(({ soldToId }) => soldToId !== soldTo.id)
  if (stranger) throw await ofAnotherCustomer(trx, document, stranger)
  const [bought] = orders
  const productsByCode = await productsOf(trx, document.lines, about)
  const ids = orders.map(({ id }) => id)
  const named = {
    soldTo,
    payerId: await payerOf(trx, document, bought?.payerId ?? soldTo.id),
    shipToId: await shipToOf(trx, document, bought?.shipToId ?? null, soldTo.id, about),
    plantId: site.id,
    orders,
    lines: ids.length > 0 ? await rowsOf(trx, orderLine, rows => rows.whereIn('orderId', ids)) : [],
    products: productsByCode,
  }
  demandUnits(document, named)
  return named
}

/** The error of a document that names what the portal does not know; `missing` is its code, by which SAP is asked. */
const unknown = (column: string, message: string, waitsFor: SapRowError['waitsFor'], missing: string | null) =>
  new SapRowError(column, message, 'UNKNOWN_REF', waitsFor, null, missing)

/** The order line that an item was billed from; null for an item of no order of ours. */
export function orderLineOf({ orders, lines }: InvoiceReferences, billed: BillingLine): OrderLine | null {
  if (billed.sapOrderNo === null || billed.sapItemNo === null) return null
  const bought = orders.find(({ sapOrderNo }) => plainCode(sapOrderNo!) === plainCode(billed.sapOrderNo!))
  const matchingLine = lines.find(
    line => line.orderId === bought?.id && (line.sapItemNo ?? itemNo(line.lineNo)) === billed.sapItemNo,
  )
  return matchingLine ?? null
}

/** The order of a document all of whose items come from it; null where they come from several, or from none. */
export const onlyOrder = ({ orders }: InvoiceReferences, { sapOrderNo }: BillingDocument): Order | null =>
  sapOrderNo === null ? null : (orders[0] ?? null)

function ordersOf(trx: Knex, lines: readonly BillingLine[]): Promise<Order[]> {
  const numbers = new Set(lines.flatMap(({ sapOrderNo }) => (sapOrderNo === null ? [] : [sapOrderNo])))
  const spelled = [...numbers].flatMap(number => [plainCode(number), sapCode(number)])
  if (spelled.length === 0) return Promise.resolve([])
  return rowsOf(trx, order, rows => rows.whereIn('sapOrderNo', spelled).orderBy('id'))
}

async function ofAnotherCustomer(trx: Knex, { invoiceNo, soldTo }: PostedDocument, stranger: Order) {
  const [buyer] = await rowsOf(trx, customer, rows => rows.where('id', stranger.soldToId))
  const message = `Invoice ${invoiceNo} is for customer ${soldTo}, but its order ${stranger.orderNo} (${plainCode(stranger.sapOrderNo!)} in SAP) was sold to ${buyer!.code}: correct one of the two in SAP`
  return new SapRowError('soldToId', message, 'OTHER_CUSTOMER')
}

/** Who owes the invoice: SAP's payer, or who would where the portal does not know them. */
async function payerOf(trx: Knex, { payer: code }: BillingDocument, otherwise: number): Promise<number> {
  const [payer] = code === null ? [] : await rowsOf(trx, customer, rows => rows.where('code', code))
  return payer?.id ?? otherwise
}

/** The order's own ship-to when SAP names it, for two customers may share a code; else the sold-to's of that code. */
async function shipToOf(
  trx: Knex,
  { shipTo: code, soldTo }: BillingDocument,
  ordered: number | null,
  soldToId: number,
  about: string,
) {
  if (code === null) return ordered
  const shipTos = await rowsOf(trx, shipTo, rows => rows.where('code', code))
  const own =
    shipTos.find(({ id }) => id === ordered) ?? shipTos.find(({ customerId }) => customerId === soldToId) ?? shipTos[0]
  if (!own) throw unknown('shipToId', `${about}: the portal has no ship-to ${code}`, 'SHIP_TO', soldTo)
  return own.id
}

async function productsOf(trx: Knex, lines: BillingLine[], about: string) {
  const codes = [...new Set(lines.map(({ product }) => product))]
  const productsByCode = new Map(
    (await rowsOf(trx, products, rows => rows.whereIn('code', codes))).map(row => [row.code, row]),
  )
  const missing = codes.find(code => !productsByCode.has(code))
  if (missing !== undefined)
    throw unknown('productId', `${about}: the portal has no product ${missing}`, 'PRODUCT', missing)
  if (codes.length === 0) throw new SapRowError('lineNo', `${about}: it has no lines`, 'REQUIRED')
  return productsByCode
}

/** Throws for a line that is billed in a unit which cannot be converted to the one it was ordered in. */
function demandUnits({ invoiceNo, lines: billed }: PostedDocument, named: InvoiceReferences) {
  for (const line of billed) {
    const ordered = orderLineOf(named, line)
    const unit = line.baseUom ?? line.uom
    const unknownOne = unknownUnit(named.products.get(line.product)!, unit)
    if (unknownOne && unit !== ordered?.uom) throw unknownOne
    if (!ordered || line.uom === ordered.uom || unitsIn(named.products.get(line.product)!, unit, ordered.uom)) continue
    const message = `Invoice ${invoiceNo}: line ${line.lineNo} is billed in ${line.uom}, which cannot be converted to ${ordered.uom}, in which ${line.product} was ordered`
    throw new SapRowError('uom', message, 'UOM_MISMATCH')
  }
}
