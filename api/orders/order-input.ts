import type { Fault } from '../../resources/define/validate.ts'
import { order } from '../../resources/orders/order.ts'
import {
  deliveryFields,
  headerFields,
  type LineInput,
  lineFields,
  type OrderInput,
} from '../../resources/orders/order-input.ts'
import { orderLine } from '../../resources/orders/order-line.ts'
import { scheduleLine } from '../../resources/orders/schedule-line.ts'
import type { Person } from '../derive/rights/person.ts'
import { bodyObject, readBody } from '../derive/save/read-body.ts'
import { invalid } from '../platform/errors.ts'

/** The header fields that employees may send and read. */
const EMPLOYEE_FIELDS = [...headerFields, 'internalNote'] as const

const headerResource = {
  ...order,
  fields: {
    ...order.fields,
    freightTerms: { ...order.fields.freightTerms, optional: true as const },
    transMode: { ...order.fields.transMode, optional: true as const },
  },
}

/** An upper bound only; the exact limit is the setting `order.max_lines`. */
const MAX_LINES = 1000
/** An upper bound only; the exact limit is a check of the order. */
const MAX_DELIVERIES = 50

/**
 * Reads an order from a request body. Throws 400 that names every field which is invalid, unknown or not for this
 * person to send.
 */
export function readOrderInput(body: unknown, { userType }: Pick<Person, 'userType'>): OrderInput {
  const { lines, ...header } = bodyObject(body, 'The order')
  const faults: Fault[] = []
  const read = readBody(headerResource, userType === 'EMPLOYEE' ? EMPLOYEE_FIELDS : headerFields, header, faults)
  const readLines = listOf(lines, 'lines', MAX_LINES, faults).map((line, index) =>
    readLine(line, `lines[${index}]`, faults),
  )
  if (faults.length > 0) throw invalid(faults)
  return { ...read, lines: readLines }
}

function readLine(body: unknown, path: string, faults: Fault[]): LineInput {
  const { schedules = [], ...line } = bodyObject(body, path, path)
  const read = readBody(orderLine, lineFields, line, faults, `${path}.`)
  const deliveries = listOf(schedules, `${path}.schedules`, MAX_DELIVERIES, faults)
  return {
    ...read,
    schedules: deliveries.map((delivery, index) =>
      readDelivery(delivery, index, `${path}.schedules[${index}]`, faults),
    ),
  }
}

function readDelivery(body: unknown, index: number, path: string, faults: Fault[]) {
  // Deliveries are numbered by their position.
  const { scheduleNo: _, ...delivery } = bodyObject(body, path, path)
  return { ...readBody(scheduleLine, deliveryFields, delivery, faults, `${path}.`), scheduleNo: index + 1 }
}

function listOf(given: unknown, field: string, max: number, faults: Fault[]): unknown[] {
  if (Array.isArray(given) && given.length <= max) return given
  faults.push({ field, code: 'TYPE', message: `${field} must be a list of at most ${max}` })
  return []
}
