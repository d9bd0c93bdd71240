import type { Field } from '../../resources/define/fields.ts'
import { labelOf } from '../../resources/define/label.ts'
import { clean, type Fault, problemWith } from '../../resources/define/validate.ts'
import { order } from '../../resources/orders/order.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { invalid } from '../platform/errors.ts'

/** What a person says of a line; quantity in thousandths, percent in hundredths. Prices and plants are the server's. */
export interface LineInput {
  productId: number
  qty: number
  manualDiscountPct: number
  plantId: number | null
  requestedBatchNo: string | null
  singleBatchRequired: boolean
  shippingInstruction: string | null
  schedules: { scheduleNo: number; requestedDate: string; qty: number }[]
}

/** What a person says of an order. */
export interface OrderInput {
  customerId: number
  shipToId: number
  orderTypeId: number
  requestedDeliveryDate: string
  freightTerms: 'FOR' | 'BILLED' | 'TO_PAY' | null
  transMode: 'SURFACE' | 'EXPRESS' | 'AIR' | 'RAIL' | 'COURIER' | 'PWC' | null
  customerPoNo: string | null
  customerPoDate: string | null
  poAttachmentId: number | null
  preferredTransporterId: number | null
  completeDelivery: boolean
  remarks: string | null
  lines: LineInput[]
}

const HEADER = [
  'customerId',
  'shipToId',
  'orderTypeId',
  'requestedDeliveryDate',
  'freightTerms',
  'transMode',
  'customerPoNo',
  'customerPoDate',
  'poAttachmentId',
  'preferredTransporterId',
  'completeDelivery',
  'remarks',
] as const
const LINE = [
  'productId',
  'qty',
  'manualDiscountPct',
  'plantId',
  'requestedBatchNo',
  'singleBatchRequired',
  'shippingInstruction',
] as const
/** Columns that the customer's own terms fill when nothing is said. */
const FILLED: readonly string[] = ['freightTerms', 'transMode']

/** More lines than any order may have; the exact limit is a setting and a rule of its own. */
const MOST_LINES = 1000

/** Reads an order as a client sends it. Throws 400 that names every field which is wrong, unknown or not the client's to say. */
export function readOrderInput(body: unknown): OrderInput {
  const { lines, ...header } = asRecord(body, '')
  const faults: Fault[] = []
  const read = readFields(header, HEADER, order.fields, '', faults)
  if (!Array.isArray(lines) || lines.length > MOST_LINES) {
    faults.push({ field: 'lines', code: 'TYPE', message: `Lines must be a list of at most ${MOST_LINES}` })
  }
  const readLines = Array.isArray(lines)
    ? lines.slice(0, MOST_LINES).map((line, index) => readLine(line, `lines[${index}]`, faults))
    : []
  if (faults.length > 0) throw invalid(faults)
  return { ...read, completeDelivery: read.completeDelivery ?? false, lines: readLines } as unknown as OrderInput
}

function readLine(body: unknown, at: string, faults: Fault[]) {
  const { schedules = [], ...line } = asRecord(body, at)
  const given = {
    ...line,
    manualDiscountPct: line.manualDiscountPct ?? 0,
    singleBatchRequired: line.singleBatchRequired ?? false,
  }
  const read = readFields(given, LINE, orderLine.fields, `${at}.`, faults)
  const deliveries = Array.isArray(schedules) ? schedules : [schedules]
  return {
    ...read,
    schedules: deliveries
      .slice(0, 50)
      .map((delivery, index) => readDelivery(delivery, index, `${at}.schedules[${index}]`, faults)),
  }
}

const DELIVERY: Record<string, Field> = {
  requestedDate: { kind: 'date', optional: false },
  qty: { kind: 'number', optional: false, scale: 3 },
}

function readDelivery(body: unknown, index: number, at: string, faults: Fault[]) {
  const { scheduleNo: _, ...delivery } = asRecord(body, at)
  return { ...readFields(delivery, Object.keys(DELIVERY), DELIVERY, `${at}.`, faults), scheduleNo: index + 1 }
}

function readFields(
  given: Record<string, unknown>,
  names: readonly string[],
  fields: Record<string, Field>,
  at: string,
  faults: Fault[],
) {
  const read: Record<string, unknown> = {}
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue
    const field = `${at}${name}`.slice(0, 80)
    faults.push({ field, code: 'UNKNOWN_FIELD', message: `${field} is not yours to say in an order` })
  }
  const values = clean({ fields } as never, Object.fromEntries(names.map(name => [name, given[name] ?? null])))
  for (const name of names) {
    const field = fields[name]!
    const problem = problemWith(
      FILLED.includes(name) ? { ...field, optional: true } : field,
      values[name] ?? (field.kind === 'flag' ? false : null),
    )
    if (problem)
      faults.push({ field: `${at}${name}`, code: problem[0], message: `${labelOf(name, field)} ${problem[1]}` })
    read[name] = values[name]
  }
  return read
}

function asRecord(body: unknown, at: string): Record<string, unknown> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>
  throw invalid([{ field: at, code: 'TYPE', message: `${at || 'The order'} must be a JSON object` }])
}
