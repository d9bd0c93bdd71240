import type { Knex } from 'knex'
import { dayText, quantityText, showNumber } from '../../../resources/define/show.ts'
import { netPer } from '../../../resources/orders/line-price.ts'
import type { Order } from '../../../resources/orders/order.ts'
import { countsInTotals } from '../../../resources/orders/totals.ts'
import { textTable } from '../../mail/text-table.ts'
import { promiseDatesOf } from '../quote/promise-date.ts'
import { type AnnouncedDelivery, announcedDay } from '../sap/announced-day.ts'

/** A line as mails and the order PDF show it. */
export interface MailedLine {
  lineNo: number
  productId: number
  plantId: number | null
  productCode: string
  productName: string
  hsnCode: string
  qty: number
  uom: string
  plantName: string | null
  singleBatchRequired: boolean
  /** The net price to read: `12.34`, `≈ 123.3033`. */
  rate: string
  taxableValue: number
  promisedOn: string | null
}

/** The lines of an order that count in its totals, each with its latest announced delivery date. */
export async function mailedLines(db: Knex, order: Order): Promise<MailedLine[]> {
  const rows = await db('order_line as line')
    .join('products', 'products.id', 'line.productId')
    .leftJoin('plant', 'plant.id', 'line.plantId')
    .where('line.orderId', order.id)
    .orderBy('line.lineNo')
    .select('line.id', 'line.lineNo', 'line.productId', 'line.plantId', 'line.qty', 'line.uom', 'line.lineStatus')
    .select('line.singleBatchRequired', 'line.cancelledQty', 'line.netPrice', 'line.priceUnit', 'line.netValue')
    .select('line.taxableValue')
    .select(
      'products.code as productCode',
      'products.name as productName',
      'products.hsnCode',
      'plant.name as plantName',
    )
  const lines = rows.filter(countsInTotals)
  const promised = await promiseDatesOf(db, order)
  const deliveries: (AnnouncedDelivery & { orderLineId: number })[] = await db('schedule_line').where(
    'orderId',
    order.id,
  )
  const lastOf = (id: number, plantId: number | null) =>
    deliveries
      .filter(({ orderLineId }) => orderLineId === id)
      .map(one => announcedDay(one, promised(plantId)))
      .toSorted()
      .at(-1)
  return lines.map(({ id, lineStatus: _, cancelledQty, netPrice, priceUnit, netValue, ...line }) => ({
    ...line,
    rate: netPer({ netPrice, priceUnit, netValue, qty: line.qty }),
    qty: line.qty - cancelledQty,
    singleBatchRequired: Boolean(line.singleBatchRequired),
    promisedOn: line.plantId === null ? null : (lastOf(id, line.plantId) ?? promised(line.plantId)),
  }))
}

/**
 * The lines as a table: what each costs, for readers who see amounts, else when it comes. The day stands at a product
 * where they do not all come on the same.
 */
export function linesTable(lines: readonly MailedLine[], amounts: boolean): string {
  const comeTogether = new Set(lines.map(({ promisedOn }) => promisedOn)).size === 1
  const dayOf = ({ promisedOn }: MailedLine) => (promisedOn === null ? '' : dayText(promisedOn))
  const heads = ['Product', 'Quantity', ...(amounts ? ['Rate ₹', 'Amount ₹'] : ['Expected on'])]
  const rows = lines.map(line => [
    `${line.productCode} ${line.productName}${amounts && !comeTogether && line.promisedOn ? `, on ${dayOf(line)}` : ''}`,
    `${quantityText(line.qty)} ${line.uom}`,
    ...(amounts ? [line.rate, showNumber(line.taxableValue, 2)] : [dayOf(line)]),
  ])
  return textTable([heads, ...rows])
}

/** The lines as text, with the plants that supply them and the latest promised date. */
export function mailedLinesText(lines: readonly MailedLine[]) {
  const days = lines.map(({ promisedOn }) => promisedOn).filter(day => day !== null)
  return {
    lines: lines.map(lineText).join('\n'),
    plantName: [...new Set(lines.map(({ plantName }) => plantName).filter(Boolean))].join(', '),
    promisedDate: days.length > 0 ? dayText(days.toSorted().at(-1)!) : '',
  }
}

const lineText = ({ lineNo, productCode, productName, qty, uom, plantName, promisedOn }: MailedLine) =>
  [
    `${lineNo}  ${productCode} ${productName}, ${quantityText(qty)} ${uom}`,
    plantName && `from ${plantName}`,
    promisedOn && `expected on ${dayText(promisedOn)}`,
  ]
    .filter(Boolean)
    .join(', ')
