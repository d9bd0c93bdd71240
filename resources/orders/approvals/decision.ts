/** What is read before an order is decided: shapes, and their types. */
import { choice, date, flag, integer, money, quantity, text } from '../../define/fields.ts'
import { about, columns, group, many, maybe, open, staffOnly, type Told } from '../../define/shape.ts'
import type { AgeBucket } from '../../masters/outstanding.ts'
import { approvalSteps } from '../../trade.ts'
import { approvalTask } from '../approval-task.ts'
import { termKinds } from '../terms/terms.ts'
import type { Exposure, UsedCredit } from './credit.ts'

const id = integer({ min: 1 })
const MOST = 10_000
const most = { most: MOST } as const

const task = {
  ...columns(approvalTask, 'level', 'dueAt', 'measuredValue'),
  id,
  step: choice(approvalSteps),
  leftMinutes: integer({ optional: true, hint: 'Office minutes until it is due' }),
  mine: flag(),
  onBehalfOf: text({ optional: true, hint: 'The person for whom a delegate decides' }),
  reason: maybe(text({ max: 500 })),
  over: maybe(integer()),
  lineNos: many(integer(), { ...most, optional: true }),
  deciders: staffOnly(many(text(), { ...most, optional: true, hint: 'Everybody who may decide now' })),
  escalatedTo: staffOnly(maybe(text())),
}
/** The task that is to be decided; what the person may not read is absent. */
export type TaskToDecide = Told<typeof task>

const paidBefore = {
  productId: id,
  orderId: id,
  orderNo: text({ max: 14 }),
  orderDate: date(),
  qty: quantity(),
  netPrice: money(),
  priceUnit: integer({ hint: 'Units that the price is for' }),
}
/** What a customer paid for a product before. */
export type PaidBefore = Told<typeof paidBefore>

/** How the payer of an order stands to the credit limit, in paise. */
export interface CreditPanel extends Exposure, UsedCredit {
  payer: string
  creditLimit: number
  /** Their credit account is blocked in SAP. */
  isBlocked: boolean
  /** The outstanding amount by age. */
  buckets: Record<AgeBucket, number>
  grossValue: number
}

const file = {
  what: text({ max: 255 }),
  lineNo: about('The line that an end-user document is for', maybe(integer())),
  id,
  fileName: text({ max: 255 }),
}
/** A file to look at before deciding. */
export type FileToSee = Told<typeof file>

const change = {
  what: choice(termKinds),
  lineNo: maybe(integer()),
  product: maybe(text({ max: 40 })),
  was: text({ max: 255 }),
  now: text({ max: 255 }),
}

export const decision = {
  task: group(task, { optional: true }),
  lastPrices: many(paidBefore, most),
  credit: maybe(open<CreditPanel>('What the payer owes and has on order, for people who see it')),
  files: many(file, most),
  changes: many(change, { ...most, hint: 'What its customer is asked to accept' }),
}
/** Everything that is read before an order is decided. */
export type Decision = Told<typeof decision>
