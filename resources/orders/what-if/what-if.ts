import { rupees } from '../../define/show.ts'
import type { OrderState } from '../../trade.ts'

/** The result of the masters for a line on a day; money in paise, prices for `priceUnit` units. */
export interface LineOutcome {
  lineNo: number
  /** The product's code. */
  product: string
  priceSource: string | null
  netPrice: number
  priceUnit: number
  limitPrice: number | null
  /** Code and name. */
  plant: string | null
  sourceRule: string | null
  grossValue: number
}

/** One kind of approval an order needs, and who is asked. */
interface ApprovalOutcome {
  step: string
  title: string
  people: readonly string[]
  missing: boolean
}

/** The result of the masters for an order. */
export interface OrderOutcome {
  lines: readonly LineOutcome[]
  approvals: readonly ApprovalOutcome[]
}

/** A line affected by the change, before and after it. */
interface TouchedLine {
  lineNo: number
  before: LineOutcome
  after: LineOutcome
}

/** What changes of one order when a master row changes. */
interface OrderDifference {
  lines: readonly TouchedLine[]
  /** In paise. */
  value: number
  change: number
  /** The approvals that it would newly need, no longer need, and those that other people would decide. */
  newly: readonly string[]
  noLonger: readonly string[]
  others: readonly string[]
  /** Whether it would have no price, no plant or no approver. */
  stops: boolean
}

const compared = ['priceSource', 'netPrice', 'limitPrice', 'plant', 'sourceRule'] as const

/** What becomes of an order that waits for a decision and stands on a row that changes. */
export interface Fate {
  kind: 'STANDS' | 'REPRICED' | 'ASKED' | 'STOPS'
  text: string
}

/** An order of which the masters decide nothing else. */
const UNCHANGED: OrderDifference = { lines: [], value: 0, change: 0, newly: [], noLonger: [], others: [], stops: false }

/** What a change of masters does to an order, and what becomes of it; undefined where it does nothing. */
export function orderDifference(
  before: OrderOutcome,
  after: OrderOutcome,
  fate: Fate | null = null,
): (OrderDifference & { fate: Fate | null }) | undefined {
  // What its rows decide anew does not count of an order that waits: it keeps its values, or has this fate.
  if (fate) return { ...UNCHANGED, fate }
  const difference = outcomeDifference(before, after)
  return difference && { ...difference, fate: null }
}

/** What the masters would decide otherwise; undefined where they would not. */
function outcomeDifference(before: OrderOutcome, after: OrderOutcome): OrderDifference | undefined {
  const then = new Map(after.lines.map(line => [line.lineNo, line]))
  const lines = before.lines.flatMap((line): TouchedLine[] => {
    const later = then.get(line.lineNo)
    if (!later || compared.every(name => line[name] === later[name])) return []
    return [{ lineNo: line.lineNo, before: line, after: later }]
  })
  const was = new Map(before.approvals.map(each => [each.step, each]))
  const is = new Map(after.approvals.map(each => [each.step, each]))
  const newly = after.approvals.filter(({ step }) => !was.has(step))
  const noLonger = before.approvals.filter(({ step }) => !is.has(step))
  const others = after.approvals.filter(
    ({ step, people }) => was.has(step) && was.get(step)!.people.join('/') !== people.join('/'),
  )
  if (lines.length + newly.length + noLonger.length + others.length === 0) return undefined
  const approvalText = ({ title, people }: ApprovalOutcome) => `${title} by ${people.join(', then ') || 'no approver'}`
  return {
    lines,
    value: total(lines.map(line => line.before.grossValue)),
    change: total(lines.map(line => line.after.grossValue - line.before.grossValue)),
    newly: newly.map(approvalText),
    noLonger: noLonger.map(({ title }) => title),
    others: others.map(approvalText),
    stops:
      lines.some(
        line =>
          (line.before.priceSource !== null && line.after.priceSource === null) ||
          (line.before.plant !== null && line.after.plant === null),
      ) || [...newly, ...others].some(({ missing }) => missing),
  }
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** What a change does to all open orders and drafts. */
interface WhatIfSummary {
  /** The lines and orders that were examined, and the number of lines that the row matches. */
  looked: { orders: number; lines: number }
  named: number
  lines: number
  orders: number
  drafts: number
  value: number
  change: number
  newly: number
  stops: number
  /** Orders that wait for a decision and stand on the rows, by what becomes of them. */
  fates: Readonly<Record<Fate['kind'], number>>
}

/** An order affected by a change. */
export type TouchedOrder = OrderDifference & {
  fate: Fate | null
  id: number
  orderNo: string
  status: OrderState
  customer: string
  isDraft: boolean
}

/** The whole answer: the sums as of a day, and the orders that the person may read, the first hundred. */
export interface WhatIfAnswer extends WhatIfSummary {
  /** The change counts only once a second person has confirmed it. */
  waits: boolean
  day: string
  touched: readonly TouchedOrder[]
}

/** Adds up the differences of orders; `isDraft` goes with each. */
export function summarise(
  differences: readonly (OrderDifference & { isDraft: boolean; fate: Fate | null })[],
): Omit<WhatIfSummary, 'looked' | 'named'> {
  return {
    lines: total(differences.map(({ lines }) => lines.length)),
    orders: differences.filter(({ isDraft, fate }) => !isDraft && fate === null).length,
    drafts: differences.filter(({ isDraft }) => isDraft).length,
    value: total(differences.map(({ value }) => value)),
    change: total(differences.map(({ change }) => change)),
    newly: differences.filter(({ newly }) => newly.length > 0).length,
    stops: differences.filter(({ stops }) => stops).length,
    fates: countFates(differences),
  }
}

function countFates(differences: readonly { fate: Fate | null }[]): WhatIfSummary['fates'] {
  const fates = { STANDS: 0, REPRICED: 0, ASKED: 0, STOPS: 0 }
  for (const { fate } of differences) if (fate) fates[fate.kind] += 1
  return fates
}

const fateWords: Readonly<Record<Fate['kind'], (orders: number | 'it') => string>> = {
  STOPS: orders => `${orders} ${isOne(orders) ? 'stops' : 'stop'} with an error at the next decision`,
  ASKED: orders => `the approver of the contract is asked about ${orders}`,
  REPRICED: orders => `${orders} ${isOne(orders) ? 'gets' : 'get'} another price`,
  STANDS: orders => `${orders} ${isOne(orders) ? 'keeps what it has' : 'keep what they have'}`,
}
const isOne = (orders: number | 'it') => orders === 1 || orders === 'it'

/** How many orders wait for a decision and stand on the rows. */
export const waitingOrders = ({ fates }: Pick<WhatIfSummary, 'fates'>) => total(Object.values(fates))

function waitingWords(fates: WhatIfSummary['fates']): string[] {
  const waiting = waitingOrders({ fates })
  if (waiting === 0) return []
  const kinds = (Object.keys(fateWords) as Fate['kind'][]).filter(kind => fates[kind] > 0)
  const become = kinds.map(kind => fateWords[kind](waiting === 1 ? 'it' : fates[kind]))
  return [`${count(waiting, 'order')} ${waiting === 1 ? 'waits' : 'wait'} on it: ${become.join(', ')}.`]
}

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en-IN')} ${number === 1 ? one : many}`

/** The whole in a sentence or two: «Affects 37 lines of 9 open orders and 12 drafts (₹ 4,20,000.00) …». */
export function whatIfWords(sum: WhatIfSummary): string[] {
  const { looked, named, lines, orders, drafts, value, change, newly, stops } = sum
  const words: string[] = []
  const waiting = waitingOrders(sum)
  words.push(...waitingWords(sum.fates))
  if (orders + drafts + waiting === 0) words.push('No open orders or drafts are affected.')
  if (orders + drafts > 0) {
    const whose = [orders > 0 && count(orders, 'open order'), drafts > 0 && count(drafts, 'draft')]
      .filter(Boolean)
      .join(' and ')
    const worth = value > 0 ? ` (${rupees(value)})` : ''
    words.push(`Affects ${lines > 0 ? `${count(lines, 'line')} of ` : ''}${whose}${worth}.`)
    if (change !== 0) words.push(`They would be worth ${rupees(Math.abs(change))} ${change > 0 ? 'more' : 'less'}.`)
    words.push(newly > 0 ? `${count(newly, 'order')} would newly need approval.` : 'None would newly need approval.')
    if (stops > 0) words.push(`${count(stops, 'order')} would find no price, plant or approver.`)
  }
  if (looked.lines < named)
    words.push(`Only the newest ${count(looked.lines, 'line')} of ${count(named, 'line')} were looked at.`)
  return words
}
