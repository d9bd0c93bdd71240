import { customer } from '../../../resources/access-control/customer.ts'
import { dayOf, daysBetween } from '../../../resources/define/dates.ts'
import type { Row } from '../../../resources/define/resource.ts'
import { rupees } from '../../../resources/define/show.ts'
import type { Customer360 } from '../../../resources/masters/commands.ts'
import { leftOutSentence } from '../../../resources/masters/outstanding.ts'
import { nameIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { countText, plainDay } from '../../derive/record/when.ts'
import { optionText } from '../../derive/value-text.ts'

export type CustomerRow = Row<typeof customer> & { texts?: Record<string, string | null | undefined> }

/** What the header of a customer says besides the row: the figures of Customer 360, for those who see them. */
export interface BesideCustomer {
  today: string
  figures?: Customer360 | undefined
}

const overdueOf = ({ figures }: BesideCustomer) => {
  const { outstanding } = figures ?? {}
  if (!outstanding) return undefined
  return Object.entries(outstanding.buckets).reduce((sum, [age, owed]) => (age === 'NOT_DUE' ? sum : sum + owed), 0)
}

function nextOf(row: CustomerRow, beside: BesideCustomer): Words | null {
  if (row.sapDeleted) return [{ strong: 'SAP has deleted this customer.' }]
  if (row.sapOrderBlock) return [{ strong: `SAP takes no orders: block ${row.sapOrderBlock}.` }]
  if (row.creditBlocked)
    return [{ strong: 'The credit account is blocked in SAP.' }, ' Every order goes to the credit desk.']
  if (row.toComplete) return [{ strong: `Still to complete: ${row.toComplete}.` }]
  const overdue = overdueOf(beside)
  const leftOut = beside.figures?.outstanding.leftOut
  const without = leftOut ? [` ${leftOutSentence('balance', leftOut)}`] : []
  if (overdue && overdue > 0) return [{ strong: `${rupees(overdue)} is overdue.` }, ...without]
  return overdue === undefined ? null : ['Nothing is overdue.', ...without]
}

/** A customer: its name, what it owes, and what keeps its orders from going out. */
export const customerHeader: RecordHeader<CustomerRow, BesideCustomer> = {
  resource: customer,
  who: { of: ['name'], say: ({ name }) => name },
  keys: [
    { of: ['code'], say: ({ code }) => code },
    {
      of: ['stateId'],
      say: ({ texts }) => [texts?.cityId, nameIn(texts?.stateId)].filter(Boolean).join(', '),
    },
    { of: ['customerType'], say: ({ customerType }) => customerType && optionText(customerType).toLowerCase() },
    { of: ['gstin'], say: ({ gstin }) => gstin && `GSTIN ${gstin}` },
  ],
  amount: {
    of: ['code'],
    say: (_, { figures }) => figures?.outstanding && { value: rupees(figures.outstanding.total), small: 'outstanding' },
  },
  state: {
    of: ['code'],
    say: (row, beside) => {
      if (!row.isActive) return { tone: 'end', word: 'Inactive' }
      if (row.sapDeleted || row.sapOrderBlock || row.creditBlocked) return { tone: 'bad', word: 'Blocked' }
      if ((overdueOf(beside) ?? 0) > 0) return { tone: 'bad', word: 'Overdue' }
      return { tone: 'calm', word: 'Active' }
    },
  },
  next: { of: ['code'], say: nextOf },
  facts: [
    {
      label: 'Credit left',
      of: ['creditLimit'],
      say: (_, { figures }) =>
        figures?.credit && {
          value: rupees(Math.max(0, figures.credit.available)),
          small: `of ${rupees(figures.credit.limit)}`,
          bad: figures.credit.available < 0,
        },
    },
    {
      // What is used of it is for those who see the customer whole.
      label: 'Credit limit',
      of: ['creditLimit'],
      say: ({ creditLimit }, { figures }) => !figures?.credit && { value: rupees(creditLimit) },
    },
    {
      label: 'Open orders',
      of: ['code'],
      say: (_, { figures }) => {
        const open = figures?.openOrders ?? []
        const orders = open.reduce((sum, one) => sum + one.orders, 0)
        const waiting = open.find(({ status }) => status === 'PENDING')?.orders ?? 0
        return (
          orders > 0 && {
            value: rupees(open.reduce((sum, one) => sum + one.value, 0)),
            small: `${orders}${waiting > 0 ? `, of which ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for approval` : ''}`,
          }
        )
      },
    },
    {
      label: 'Drug licence',
      of: ['drugLicenceValidTo'],
      say: ({ drugLicenceValidTo, drugLicenceNo }, { today }) => {
        if (!drugLicenceValidTo) return null
        const left = daysBetween(today, drugLicenceValidTo)
        return {
          value: `until ${plainDay(drugLicenceValidTo, today)}`,
          small: left < 0 ? 'expired: no drugs are sold' : drugLicenceNo,
          bad: left < 60,
        }
      },
    },
    {
      label: 'Terms',
      of: ['paymentTermsDays', 'freightTerms'],
      say: ({ paymentTermsDays, freightTerms, defaultTransMode }) => ({
        value: paymentTermsDays === 0 ? 'in advance' : countText(paymentTermsDays, 'day'),
        small: `${optionText(freightTerms)}, ${optionText(defaultTransMode).toLowerCase()}`,
      }),
    },
    {
      label: 'Read from SAP',
      of: ['lastSyncedAt'],
      say: ({ lastSyncedAt }, { today }) =>
        lastSyncedAt && { value: plainDay(dayOf(lastSyncedAt), today), small: 'name, GSTIN, credit, terms' },
    },
  ],
}
