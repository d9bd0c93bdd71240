import { dayOf, timeOf } from '../../../resources/define/dates.ts'
import type { FailedOrder, StuckOrder } from '../../../resources/orders/sap/failed-order.ts'
import { failureWords } from '../../../resources/orders/sap/failure-words.ts'
import { sapObjectNames } from '../../../resources/platform/sap-objects.ts'
import type { SapReadStatus } from '../../../resources/sap/commands/reading.ts'
import { lateBy } from '../../derive/record/when.ts'

/** Money of a payment that SAP has not posted: of a capture or of a refund. */
export interface StuckPayment {
  id: number
  path: string
  amount: number
  since: string
  postingText?: string | null
  texts: { customerId?: string | undefined; transactionId?: string | undefined }
}

/** What is stuck, with what its pane shows of it. */
export type StuckOf =
  | { kind: 'stuck'; row: StuckOrder }
  | { kind: 'refused'; row: FailedOrder }
  | { kind: 'payment'; row: StuckPayment }
  | { kind: 'reading'; row: SapReadStatus }

/** One piece of work: what SAP does not have as it should, or what of SAP the portal could not take in. */
export interface StuckItem {
  key: string
  who: string
  no: string
  amount: number | null
  cause: string
  /** Items of one cause go together. */
  alike: string
  since: string
  isMine: boolean
  /** Who does the next act, where that is another desk. */
  by: string
  of: StuckOf
}

/** Whose the next act is: of the reader, or of the desk that is named. */
interface Whose {
  retries: boolean
  resubmits: (row: FailedOrder) => boolean
  readsAgain: boolean
  /** The desk that keeps the rows which stop an order. */
  deskOf: (row: FailedOrder) => string
}

/** Everything that is stuck as work, the oldest first; what is not read yet, or not by this person, is absent. */
export function stuckItems(
  {
    stuck = [],
    refused = [],
    payments = [],
    readings = [],
    amounts = new Map(),
  }: {
    stuck?: readonly StuckOrder[] | undefined
    refused?: readonly FailedOrder[] | undefined
    payments?: readonly StuckPayment[] | undefined
    readings?: readonly SapReadStatus[] | undefined
    /** Of the orders whose amounts the reader may see. */
    amounts?: ReadonlyMap<number, number> | undefined
  },
  whose: Whose,
): StuckItem[] {
  const items: StuckItem[] = [
    ...stuck.map((row): StuckItem => {
      const cause = failureWords({ ...row, errorText: row.lastError })
      return {
        key: `stuck.${row.id}`,
        who: row.customerName,
        no: row.orderNo,
        amount: amounts.get(row.orderId) ?? null,
        cause,
        alike: `stuck ${row.errorClass}`,
        since: row.waitsSince,
        isMine: whose.retries,
        by: 'CSC agent',
        of: { kind: 'stuck', row },
      }
    }),
    ...refused.map(
      (row): StuckItem => ({
        key: `refused.${row.id}`,
        who: row.customerName,
        no: row.orderNo,
        amount: amounts.get(row.id) ?? null,
        cause: row.means,
        alike: `refused ${row.errorCode}`,
        since: row.statusSince,
        isMine: whose.resubmits(row),
        by: whose.deskOf(row),
        of: { kind: 'refused', row },
      }),
    ),
    ...payments.map(
      (row): StuckItem => ({
        key: `payment.${row.path}.${row.id}`,
        who: row.texts.customerId?.replace(/^[^·]+ · /, '') ?? '',
        no: row.texts.transactionId ?? '',
        amount: row.amount,
        cause: `Payment: ${row.postingText || 'SAP has not posted it yet.'}`,
        alike: 'payment',
        since: row.since,
        isMine: false,
        by: 'Finance',
        of: { kind: 'payment', row },
      }),
    ),
    ...readings.flatMap((row): StuckItem[] => {
      const { lastRun } = row
      const left = (lastRun?.rowsFailed ?? 0) + row.waitingRows
      if (!lastRun || (left === 0 && lastRun.status !== 'FAILED')) return []
      return [
        {
          key: `reading.${row.object}`,
          who: sapObjectNames[row.object],
          no: '',
          amount: null,
          cause: readingCause(row),
          alike: `reading ${row.object}`,
          since: lastRun.startedAt,
          isMine: whose.readsAgain,
          by: 'Master data desk',
          of: { kind: 'reading', row },
        },
      ]
    }),
  ]
  return items.toSorted((one, other) => one.since.localeCompare(other.since))
}

function readingCause({ lastRun, waitingRows }: SapReadStatus): string {
  if (lastRun?.status === 'FAILED') return 'SAP could not be read.'
  const failed = lastRun?.rowsFailed ?? 0
  const rows = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
  // Rows that wait are among those that could not be saved.
  return waitingRows >= failed
    ? `${rows(waitingRows)} ${waitingRows === 1 ? 'waits' : 'wait'} for what they name.`
    : `${rows(failed)} could not be saved.`
}

export interface StuckGroup {
  title: string
  items: readonly StuckItem[]
  note: string | null
}

/** What the reader does next, then what others do, then what was read and not taken in; without empty groups. */
export function stuckGroups(items: readonly StuckItem[], sumText: (paise: number) => string): StuckGroup[] {
  const isRead = ({ of }: StuckItem) => of.kind === 'reading'
  const groups: [string, StuckItem[]][] = [
    ['With you', items.filter(item => item.isMine && !isRead(item))],
    ['With others', items.filter(item => !item.isMine && !isRead(item))],
    ['Read from SAP, not taken in', items.filter(isRead)],
  ]
  return groups
    .filter(([, ofGroup]) => ofGroup.length > 0)
    .map(([title, ofGroup]) => {
      const worth = ofGroup.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
      return { title, items: ofGroup, note: worth > 0 ? sumText(worth) : null }
    })
}

/** How late something is that should have been in SAP at once: `late since 09:40`, `2 days late`. */
export const lateWords = (since: string, today: string) => lateBy(dayOf(since), today) ?? `late since ${timeOf(since)}`
