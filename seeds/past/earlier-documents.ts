import { percentOf, priceTimes, sum } from '../../resources/define/amounts.ts'
import { addDays, daysBetween, fyOf } from '../../resources/define/dates.ts'
import { poKeyOf } from '../../resources/orders/terms/po-key.ts'
import { countsInTotals, grossOf, type LineAmounts, orderTotals } from '../../resources/orders/totals.ts'
import { addConsignment, type EarlierWorld, journeyOf } from './earlier-consignments.ts'
import type { EarlierOrder } from './earlier-plan.ts'
import { type Documents, inRupees, movedBy, type Stored, scaled } from './stored-rows.ts'

/** What a credit note or a return takes back of its invoice, in hundredths of a percent. */
const TAKEN_BACK = 1_200
/** Days from an invoice to its note, or its cancellation. */
const DAYS_TO_NOTE = 9

/** Adds the documents of an earlier order, as those of its model: on another day, in another quantity, at other prices. */
export async function addEarlierOrder(
  world: EarlierWorld,
  made: Documents,
  model: Documents,
  planned: EarlierOrder,
): Promise<void> {
  const days = daysBetween(model.order[0]!.orderDate as string, planned.day)
  const journey = model.lr[0] ? await journeyOf(world, movedBy(days, model.lr[0])) : null
  const moved = (row: Stored) => movedBy(days, row)
  const next = (table: keyof Documents) => made[table].length + 1
  const serial = String(500_000 + next('order'))
  const orderId = next('order')
  const customerPoNo = `PO/${fyOf(planned.day)}/${serial.slice(-4)}`
  const lineIds = new Map<unknown, number>()

  const lines = model.order_line.map((line, index): Stored => {
    const id = next('order_line') + index
    lineIds.set(line.id, id)
    return { ...earlierLine(moved(line), planned), id, orderId }
  })
  const counted = lines.some(line => countsInTotals(line as unknown as LineAmounts))
    ? lines
    : lines.map(line => ({ ...line, lineStatus: 'OPEN' }))
  made.order.push({
    ...moved(model.order[0]!),
    ...orderTotals(counted as unknown as LineAmounts[]),
    ...{ id: orderId, orderNo: `OR${fyOf(planned.day)}${serial}`, draftNo: null, cartRef: `earlier${serial}` },
    ...{ customerPoNo, poKey: poKeyOf(customerPoNo), poAttachmentId: null },
    ...{ sapOrderNo: null, sapCreatedAt: null, sapChangedAt: null, replacesOrderId: null, currentTaskId: null },
  })
  made.order_line.push(...lines)
  const ratioOf = (lineId: unknown): [number, number] => {
    const at = model.order_line.findIndex(({ id }) => id === lineId)
    return [Number(lines[at]!.qty), Number(model.order_line[at]!.qty)]
  }
  for (const row of model.schedule_line)
    made.schedule_line.push({
      ...scaled(moved(row), ['qty', 'confirmedQty', 'deliveredQty'], ...ratioOf(row.orderLineId)),
      ...{ id: next('schedule_line'), orderId, orderLineId: lineIds.get(row.orderLineId)! },
    })
  const lrNo = model.lr[0] && `${String(model.lr[0].lrNo).slice(0, 2)}${serial.slice(1)}`
  for (const row of model.order_step) {
    const then = afterArrival.includes(String(row.step)) ? (journey?.later ?? 0) : 0
    const step: Stored = { ...movedBy(days + then, row), orderId, remark: remarkOf(row, lrNo) }
    if (row.step === 'dispatch' && planned.short) {
      const cancelled = { step: 'cancelOpen', toStatus: step.fromStatus!, reasonCodeId: planned.short.reasonId }
      made.order_step.push({ ...step, ...cancelled, id: next('order_step'), remark: 'Not in stock' })
    }
    made.order_step.push({ ...step, id: next('order_step') })
  }
  const invoice = model.invoice[0]
  if (!invoice) return

  const invoiceId = next('invoice')
  const billed = model.invoice_line.map((line, index) => {
    const orderLine = lines.find(({ id }) => id === lineIds.get(line.orderLineId))!
    const ordered = model.order_line.find(({ id }) => id === line.orderLineId)!
    const [now, before] = [Number(orderLine.invoicedQty), Number(ordered.invoicedQty)]
    const row = scaled(moved(line), ['qty', 'baseQty', 'grossWeightKg'], now, before)
    const unitPrice = inRupees(Number(line.unitPrice) * planned.price)
    const netValue = priceTimes(unitPrice, Number(row.qty), Number(orderLine.priceUnit))
    return {
      ...row,
      ...{ id: next('invoice_line') + index, invoiceId, orderLineId: orderLine.id as number, unitPrice, netValue },
      ...{ taxValue: percentOf(netValue, Number(line.gstRate)), sapDeliveryNo: null },
    }
  })
  const cancelledOn = planned.reversed ? addDays(moved(invoice).invoiceDate as string, DAYS_TO_NOTE) : null
  const head = billedInvoice(moved(invoice), invoice, billed, { id: invoiceId, orderId })
  const numbered = { invoiceNo: `IN${fyOf(String(head.invoiceDate))}${serial}`, sapBillingDoc: `9${serial}000` }
  made.invoice.push({ ...head, ...numbered, isCancelled: cancelledOn ? 1 : 0, cancelledOn })
  made.invoice_line.push(...billed)
  if (planned.note && !cancelledOn) addNote(made, { ...head, ...numbered }, billed[0]!, planned.note)
  if (journey) await addConsignment(world, made, model, { days, journey, lrNo: lrNo!, head, billed })
}

/** The steps of an order that follow the arrival of its goods. */
const afterArrival = ['deliver', 'undeliver', 'close']

function earlierLine(line: Stored, { size, price, short }: EarlierOrder): Stored {
  const before = Number(line.qty)
  // In steps of which each part has whole units.
  const step = before / commonPart(before, Number(line.cancelledQty)) || 1
  const qty = Math.max(1, Math.round((before * size) / (1000 * step))) * step * 1000
  const parts = ['confirmedQty', 'dispatchedQty', 'invoicedQty', 'cancelledQty', 'stockAtEntry', 'freightValue']
  const row = {
    ...scaled(line, parts, qty, before),
    ...(short && line.invoicedQty === line.qty && cutShort(qty, short)),
  }
  const [listPrice, netPrice] = [inRupees(Number(line.listPrice) * price), inRupees(Number(line.netPrice) * price)]
  const limits = Object.fromEntries(
    ['limitPrice', 'asp'].map(name => [name, line[name] == null ? null : inRupees(Number(line[name]) * price)]),
  )
  const netValue = priceTimes(netPrice, qty, Number(line.priceUnit))
  const taxableValue = netValue + Number(row.freightValue)
  const taxed = Number(line.taxableValue)
  const taxes = taxed === 0 ? row : scaled(row, ['cgst', 'sgst', 'igst'], taxableValue, taxed)
  const amounts = { ...taxes, ...limits, qty, listPrice, netPrice, basePrice: null, netValue, taxableValue }
  return {
    ...amounts,
    grossValue: grossOf(amounts as unknown as LineAmounts),
    // What decided then is not known any more.
    ...{ priceSourceId: null, sourceRowId: null, priceTrace: null, sourceTrace: null, originalJson: null },
  }
}

/** Greatest common divisor, in thousandths; the whole where there is no part. */
const commonPart = (whole: number, part: number): number => (part === 0 ? whole : commonPart(part, whole % part))

/** A share of the line was not in stock, and was cancelled. */
function cutShort(qty: number, { share }: NonNullable<EarlierOrder['short']>): Stored {
  const cancelledQty = Math.min(qty - 1000, Math.ceil((qty * share) / 1000) * 1000)
  if (cancelledQty <= 0) return {}
  const sent = qty - cancelledQty
  return { cancelledQty, dispatchedQty: sent, invoicedQty: sent }
}

/** Its remark without the numbers of its model. */
const remarkOf = ({ remark }: Stored, lrNo: string | undefined) =>
  typeof remark !== 'string' || remark.startsWith('SAP order')
    ? null
    : remark.replace(/^LR \S+?(?=:|$)/, lrNo ? `LR ${lrNo}` : '')

function billedInvoice(moved: Stored, model: Stored, lines: readonly Stored[], ids: { id: number; orderId: number }) {
  const netValue = sum(lines.map(line => Number(line.netValue)))
  const before = Math.max(1, Number(model.netValue))
  const taxed = scaled(moved, ['freightValue', 'cgst', 'sgst', 'igst'], netValue, before)
  const parts = ['freightValue', 'cgst', 'sgst', 'igst'].map(name => Number(taxed[name]))
  const exact = netValue + sum(parts)
  const grossValue = Math.round(exact / 100) * 100
  return {
    ...taxed,
    ...ids,
    ...{ netValue, grossValue, roundOff: grossValue - exact, isCleared: 1, sapOrderNo: null, sapDeliveryNo: null },
    ...{ irn: null, ewayBillNo: null, ewayValidTo: null },
  } as Stored
}

function addNote(made: Documents, invoice: Stored, line: Stored, invoiceType: 'CREDIT_NOTE' | 'RETURN') {
  const id = made.invoice.length + 1
  const netValue = inRupees(percentOf(Number(invoice.netValue), TAKEN_BACK))
  const row = movedBy(DAYS_TO_NOTE, scaled(invoice, ['cgst', 'sgst', 'igst'], netValue, Number(invoice.netValue)))
  const taxes = sum(['cgst', 'sgst', 'igst'].map(name => Number(row[name])))
  const invoiceNo = String(invoice.invoiceNo).replace('IN', 'CN')
  made.invoice.push({
    ...{ ...row, id, invoiceType, invoiceNo, sapBillingDoc: `${String(invoice.sapBillingDoc).slice(0, 7)}001` },
    ...{ netValue, freightValue: 0, roundOff: 0, grossValue: netValue + taxes },
  })
  const qty = Math.max(1000, Math.round((Number(line.qty) * TAKEN_BACK) / 10_000_000) * 1000)
  made.invoice_line.push({
    ...movedBy(DAYS_TO_NOTE, scaled(line, ['baseQty', 'grossWeightKg'], qty, Number(line.qty))),
    ...{
      id: made.invoice_line.length + 1,
      invoiceId: id,
      lineNo: 10,
      orderLineId: null,
      qty,
      netValue,
      taxValue: taxes,
    },
  })
}
