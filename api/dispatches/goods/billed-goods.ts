import type { Knex } from 'knex'
import { mulDiv } from '../../../resources/define/amounts.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import type { Invoice } from '../../../resources/dispatches/invoice.ts'
import type { InvoiceLine } from '../../../resources/dispatches/invoice-line.ts'
import { type SapDelivery, sapDelivery } from '../../../resources/dispatches/sap-delivery.ts'
import { type SapDeliveryLine, sapDeliveryLine } from '../../../resources/dispatches/sap-delivery-line.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { systemAuthor } from '../../derive/save/author.ts'
import { insertRows, updateEach } from '../../derive/save/write.ts'

/** The portal itself, which derives goods from invoices. */
export const goodsAuthor = systemAuthor('Goods of invoices')

/** What of a line no goods hold, in the unit of the goods; `number` is null for an invoice that names no delivery. */
export interface Alone {
  line: InvoiceLine
  number: string | null
  /** The delivery as earlier invoices told of it. */
  delivery: SapDelivery | undefined
  qty: number
}

/** Makes goods as lines of an invoice tell of them, or more of those that are there; returns the id of the goods of each. */
export async function addBilledGoods(trx: Knex, bill: Invoice, alone: readonly Alone[]): Promise<number[]> {
  if (alone.length === 0) return []
  const deliveries = await madeDeliveries(trx, bill, alone)
  const placed = alone.map(one => ({
    ...one,
    deliveryId: deliveries.get(one.number ?? ownNumber(bill))!,
    lineNo: lineOf(one),
  }))
  const stood = await rowsOf(trx, sapDeliveryLine, rows => rows.whereIn('deliveryId', [...deliveries.values()]))
  const orders = await ordersOf(trx, alone)
  const fresh: Partial<SapDeliveryLine>[] = []
  const grown = new Map<SapDeliveryLine, Partial<SapDeliveryLine>>()
  const keys = placed.map(one => {
    const { line, deliveryId, qty } = one
    const before = stood.find(row => isSameGoods(row, one))
    if (before) {
      grown.set(before, more({ ...before, ...grown.get(before) }, line, qty))
      return keyOf(before)
    }
    const twin = fresh.find(row => isSameGoods(row as SapDeliveryLine, one))
    if (twin) Object.assign(twin, more(twin as SapDeliveryLine, line, qty))
    const row = twin ?? { ...goodsRow(bill, one), deliveryId, lineNo: freeLine([...stood, ...fresh], one) }
    if (!twin) fresh.push({ ...row, orderId: orders.get(line.orderLineId) ?? bill.orderId })
    return keyOf(row as SapDeliveryLine)
  })
  await updateEach(
    trx,
    sapDeliveryLine,
    [...grown].map(([before, asked]) => ({ before, asked })),
    goodsAuthor,
  )
  const made = await insertRows(
    trx,
    sapDeliveryLine,
    fresh.map(row => withDefaults(sapDeliveryLine, row)),
    goodsAuthor,
  )
  const ids = new Map([...stood, ...made].map(row => [keyOf(row), row.id]))
  return keys.map(key => ids.get(key)!)
}

type Place = Pick<SapDeliveryLine, 'deliveryId' | 'lineNo'>
type Placed = Alone & Place

const ownNumber = ({ id }: Invoice) => `B${id}`
const keyOf = ({ deliveryId, lineNo }: Place) => `${deliveryId}/${lineNo}`
const lineOf = ({ number, line }: Alone) =>
  number !== null && line.refItem !== null ? Number(line.refItem) : line.lineNo

const isSameGoods = (row: SapDeliveryLine, { deliveryId, lineNo, line }: Placed) =>
  row.deliveryId === deliveryId && row.lineNo === lineNo && row.productId === line.productId && row.uom === line.uom

/** The number of the line, or the next free one where another product has it. */
function freeLine(rows: readonly Partial<SapDeliveryLine>[], { deliveryId, lineNo }: Placed): number {
  const taken = rows.filter(row => row.deliveryId === deliveryId).map(row => row.lineNo!)
  return taken.includes(lineNo) ? Math.max(...taken) + 1 : lineNo
}

const more = (before: SapDeliveryLine, line: InvoiceLine, qty: number) => ({
  qty: before.qty + qty,
  baseQty: before.baseQty + inBase(line, qty),
  grossWeightKg: before.grossWeightKg + mulDiv(line.grossWeightKg, qty, line.qty),
})

const inBase = ({ baseQty, qty: billed }: InvoiceLine, qty: number) =>
  baseQty === null ? qty : mulDiv(baseQty, qty, billed)

const goodsRow = (bill: Invoice, { line, number, qty }: Alone): Partial<SapDeliveryLine> => ({
  ...(number === null && { refDoc: line.refDoc, refItem: line.refItem }),
  orderLineId: line.orderLineId,
  productId: line.productId,
  soldToId: bill.soldToId,
  plantId: bill.plantId,
  sbuId: bill.sbuId,
  batchNo: line.batchNo,
  expiryDate: line.expiryDate,
  qty,
  uom: line.uom,
  baseQty: inBase(line, qty),
  baseUom: line.baseUom ?? line.uom,
  grossWeightKg: mulDiv(line.grossWeightKg, qty, line.qty),
  goodsIssue: 'ISSUED',
  isOpen: false,
})

async function ordersOf(trx: Knex, alone: readonly Alone[]): Promise<ReadonlyMap<number | null, number>> {
  const ids = alone.flatMap(({ line }) => line.orderLineId ?? [])
  const rows: { id: number; orderId: number }[] = await trx('order_line').whereIn('id', ids).select('id', 'orderId')
  return new Map(rows.map(({ id, orderId }) => [id, orderId]))
}

/** The ids of deliveries by number, made where an invoice alone tells of them: SAP bills goods once they are issued. */
async function madeDeliveries(trx: Knex, bill: Invoice, alone: readonly Alone[]): Promise<Map<string, number>> {
  const numbers = [...new Set(alone.map(({ number }) => number ?? ownNumber(bill)))]
  const known = await rowsOf(trx, sapDelivery, rows => rows.whereIn('deliveryNo', numbers))
  const unknown = numbers.filter(number => !known.some(({ deliveryNo }) => deliveryNo === number))
  const rows = unknown.map(deliveryNo =>
    withDefaults(sapDelivery, {
      deliveryNo,
      origin: 'BILL',
      status: 'ISSUED',
      orderId: bill.orderId,
      soldToId: bill.soldToId,
      shipToId: bill.shipToId,
      plantId: bill.plantId,
      sbuId: bill.sbuId,
      createdOn: bill.invoiceDate,
      issuedOn: bill.invoiceDate,
    }),
  )
  const made = await insertRows(trx, sapDelivery, rows, goodsAuthor)
  return new Map([...known, ...made].map(({ deliveryNo, id }) => [deliveryNo, id]))
}
