import { describe, expect, it } from 'vitest'
import { lateWords, type StuckPayment, stuckGroups, stuckItems } from '../../../admin/orders/stuck/stuck-items.ts'
import type { FailedOrder, StuckOrder } from '../../../resources/orders/sap/failed-order.ts'
import { safetyInWords } from '../../../resources/orders/sap/waiting.ts'
import type { SapReadStatus } from '../../../resources/sap/commands/reading.ts'

const stuck = {
  id: 1,
  orderId: 11,
  orderNo: 'OR11',
  customerName: 'Nilgiri',
  errorClass: 'TECH',
  httpStatus: null,
  lastError: null,
  waitsSince: '2026-11-27T04:10:00.000Z',
} as StuckOrder
const refused = {
  id: 12,
  orderNo: 'OR12',
  customerName: 'Yamuna',
  errorCode: 'V1/384',
  means: 'SAP does not sell it there.',
  statusSince: '2026-11-26T04:10:00.000Z',
} as FailedOrder
const payment: StuckPayment = {
  id: 13,
  path: 'transaction-view/payment-captures',
  amount: 17_110_00,
  since: '2026-11-25T04:10:00.000Z',
  texts: { customerId: '100104 · Coromandel', transactionId: 'TX13' },
}
const reading = (object: string, rowsFailed: number, status = 'PARTIAL') =>
  ({
    object,
    waitingRows: 0,
    lastRun: { id: 5, status, rowsFailed, startedAt: '2026-11-28T07:30:00.000Z' },
  }) as unknown as SapReadStatus

const items = stuckItems(
  {
    stuck: [stuck],
    refused: [refused],
    payments: [payment],
    readings: [reading('INVOICE', 2), reading('STOCK', 0, 'OK')],
    amounts: new Map([[11, 96_250_00]]),
  },
  { retries: true, resubmits: () => false, readsAgain: false, deskOf: () => 'Master data desk' },
)

describe('what is stuck in SAP', () => {
  it('stands with who does the next act, and apart from what was read and not taken in', () => {
    const groups = stuckGroups(items, paise => `₹ ${paise / 100}`)
    expect(groups.map(({ title, items: ofGroup, note }) => [title, ofGroup.map(({ who }) => who), note])).toEqual([
      ['With you', ['Nilgiri'], '₹ 96250'],
      ['With others', ['Coromandel', 'Yamuna'], '₹ 17110'],
      ['Read from SAP, not taken in', ['Invoices'], null],
    ])
    expect(items.find(({ who }) => who === 'Yamuna')).toMatchObject({ by: 'Master data desk', amount: null })
  })

  it('says its cause in words, and how late it is', () => {
    expect(items.map(({ cause }) => cause)).toEqual([
      'Payment: SAP has not posted it yet.',
      'SAP does not sell it there.',
      'SAP did not answer, or was busy.',
      '2 rows could not be saved.',
    ])
    expect(lateWords(stuck.waitsSince, '2026-11-28')).toBe('1 day late')
    expect(lateWords(stuck.waitsSince, '2026-11-27')).toBe('late since 09:40')
  })

  it('says whether a second sending is safe', () => {
    const message = { status: 'RETRY', attempts: 8, uncertainSince: null }
    expect(safetyInWords(message)).toMatch(/cannot make a second one/)
    expect(safetyInWords({ ...message, uncertainSince: stuck.waitsSince })).toMatch(/searches for it there first/)
    expect(safetyInWords({ ...message, status: 'FAILED_BUSINESS' })).toMatch(/kept nothing of it/)
  })
})
