import { daysBetween } from '../define/dates.ts'
import { date, type Field, money, text } from '../define/fields.ts'
import { group, maybe } from '../define/shape.ts'

/** The kinds of open items. */
export const outstandingTypes = ['INVOICE', 'DEBIT_NOTE', 'CREDIT_NOTE', 'ON_ACCOUNT'] as const
export type OutstandingType = (typeof outstandingTypes)[number]

/** Credits lower what a customer owes: their amounts are negative. */
export const isCredit = (type: OutstandingType) => type === 'CREDIT_NOTE' || type === 'ON_ACCOUNT'

/** The buckets of the outstanding ageing by days past the due date, in the order in which they are shown. */
export const ageBuckets = ['NOT_DUE', 'D0_30', 'D31_60', 'D61_90', 'D91_180', 'D180_PLUS'] as const
export type AgeBucket = (typeof ageBuckets)[number]

/** The label of each bucket. */
export const bucketNames: Record<AgeBucket, string> = {
  NOT_DUE: 'Not due',
  D0_30: '1–30 days',
  D31_60: '31–60 days',
  D61_90: '61–90 days',
  D91_180: '91–180 days',
  D180_PLUS: 'Over 180 days',
}

const buckets = Object.fromEntries(ageBuckets.map(bucket => [bucket, money()])) as Record<
  AgeBucket,
  Field<number, false>
>
/** What balances and lists of open items leave out for its currency, as answers tell it: `1 document in USD`. */
export const leftOut = maybe(text({ max: 80, hint: 'What is left out for its currency, such as `1 document in USD`' }))
/** What is owed, in all and by age, as answers tell it; `asOn` is the day of the latest item. */
export const owed = { total: money(), asOn: maybe(date()), buckets: group(buckets), leftOut }

/** What a balance leaves out, as a sentence below it. */
export const leftOutSentence = (what: 'balance' | 'list', leftOut: string): string =>
  `This ${what} leaves out ${leftOut}.`

/** Whole days past the due date on a business day; 0 while it is not due. */
export const daysOverdue = (dueDate: string, asOn: string) => Math.max(0, daysBetween(dueDate, asOn))

/** The bucket of an item on a business day: an item due that very day is not overdue yet. */
export function bucketOf(dueDate: string, asOn: string): AgeBucket {
  const days = daysOverdue(dueDate, asOn)
  if (days === 0) return 'NOT_DUE'
  if (days <= 30) return 'D0_30'
  if (days <= 60) return 'D31_60'
  if (days <= 90) return 'D61_90'
  return days <= 180 ? 'D91_180' : 'D180_PLUS'
}

/** The balances of items by bucket, in paise; credits stand in the bucket of their own due date. */
export function ageing(items: readonly { dueDate: string; balanceAmount: number }[], asOn: string) {
  const sums = Object.fromEntries(ageBuckets.map(bucket => [bucket, 0])) as Record<AgeBucket, number>
  for (const item of items) sums[bucketOf(item.dueDate, asOn)] += item.balanceAmount
  return sums
}
