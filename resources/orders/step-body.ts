/** What each step of an order reads: the shapes of its bodies, and their types. */
import { choice, date, flag, integer, money, percent, quantity, text } from '../define/fields.ts'
import { pick } from '../define/pick.ts'
import { askedBy } from '../define/process/process.ts'
import { about, type Either, ifSent, many, maybe, type Read, tag } from '../define/shape.ts'
import { orderLine } from './order-line.ts'
import { orderProcess } from './order-process.ts'
import { orderStep } from './order-step.ts'
import { MOST_LINES } from './sent-order.ts'
import { samePoAnswers } from './terms/same-po.ts'
import { type UserStep, userSteps } from './user-steps.ts'

const { remark, reasonCodeId } = orderStep.fields
const lineNo = integer({ min: 1, label: 'Line' })

/** What every step reads. */
const always = {
  orderId: integer({ min: 1 }),
  rowVersion: about('The version that was read; 409 when it is another by now', maybe(integer())),
  remark,
}

/** What an approver changes of a line. */
export const changedLine = {
  lineNo,
  qty: quantity({ min: 0.001, optional: true, label: 'Quantity' }),
  netPrice: money({ min: 0.01, optional: true }),
  keepPrice: flag({ label: 'Keep the price', hint: 'Where rules give another price for the new quantity' }),
  plantId: orderLine.fields.plantId,
  requestedDate: date({ optional: true }),
  isRejected: flag({ label: 'Reject the line' }),
  rejectReasonId: orderLine.fields.rejectReasonId,
}
const cancelledLine = { lineNo, cancelQty: quantity({ min: 0.001, optional: true, label: 'Quantity to cancel' }) }
/** The amounts of a line that the person was shown. */
const seenLine = {
  netPrice: money({ min: 0, optional: true }),
  discountPct: percent({ min: -999.99, optional: true }),
  netValue: money({ min: 0, optional: true }),
  freightValue: money({ min: 0, optional: true }),
  taxValue: money({ min: 0, optional: true }),
  grossValue: money({ min: 0, optional: true }),
}
export type LineChangeInput = Read<typeof changedLine>
export type LineCancelInput = Read<typeof cancelledLine>

const list = { most: MOST_LINES, optional: true } as const

/** What some steps read; the process says which. */
const some = {
  reasonCodeId: ifSent(reasonCodeId),
  leadsTo: ifSent(choice(['DRAFT', 'REJECTED'], { default: 'DRAFT', label: 'Where it goes' })),
  sapOrderNo: ifSent(text({ max: 10, optional: true, label: 'SAP order no' })),
  samePo: ifSent(choice(samePoAnswers, { optional: true, label: 'Same PO number' })),
  requestedDeliveryDate: ifSent(date({ optional: true, label: 'Requested date' })),
  seenLines: ifSent(many(seenLine, list)),
  lineNos: ifSent(many(integer({ min: 1 }), list)),
}
const changes = ifSent(many(changedLine, list))
const cancels = ifSent(many(cancelledLine, list))

/** Of what some steps ask, a body holds what its own step asks. */
type StepShape = typeof always & { step: ReturnType<typeof tag<UserStep>> } & typeof some & {
    lines: typeof changes | typeof cancels
  }

function bodyOf(step: UserStep): StepShape {
  const names = askedBy(orderProcess, step)
  const lines = step === 'changeLine' ? { lines: changes } : step === 'cancelOpen' ? { lines: cancels } : {}
  const askedFields = pick(
    some,
    (Object.keys(some) as (keyof typeof some)[]).filter(name => names.includes(name)),
  )
  return { ...always, step: tag(step), ...askedFields, ...lines } as StepShape
}

/** One body for each step. */
export const stepBodies: Either<readonly StepShape[]> = { kind: 'either', of: userSteps.map(bodyOf) }
export type StepBody = Read<StepShape>
