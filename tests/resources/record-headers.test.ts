import { describe, expect, it } from 'vitest'
import { employeeHeader } from '../../admin/access-control/headers/employee-header.ts'
import { complaintHeader } from '../../admin/complaints/complaint-header.ts'
import { disputeHeader } from '../../admin/complaints/dispute-header.ts'
import { placed, placedOnPhone, type RecordAct } from '../../admin/derive/record/record-acts.ts'
import { inWords, type RecordHeader, saidOf } from '../../admin/derive/record/record-header.ts'
import { dayInWords, lateBy } from '../../admin/derive/record/when.ts'
import { debitNoteHeader } from '../../admin/dispatches/bills/debit-note-header.ts'
import { ewayBillHeader } from '../../admin/dispatches/eway/bill-header.ts'
import { invoiceHeader } from '../../admin/dispatches/invoice/invoice-header.ts'
import { lrHeader } from '../../admin/dispatches/lr/lr-header.ts'
import { annexureHeader } from '../../admin/masters/headers/annexure-header.ts'
import { contractHeader } from '../../admin/masters/headers/contract-header.ts'
import { customerHeader } from '../../admin/masters/headers/customer-header.ts'
import { productHeader } from '../../admin/masters/headers/product-header.ts'
import { transporterHeader } from '../../admin/masters/headers/transporter-header.ts'
import { orderHeader } from '../../admin/orders/header/order-header.ts'
import { differenceHeader } from '../../admin/payments/difference/difference-header.ts'
import { captureHeader } from '../../admin/payments/payment/capture-header.ts'
import { paymentHeader } from '../../admin/payments/payment/payment-header.ts'
import { refundHeader } from '../../admin/payments/refund/refund-header.ts'

const recordHeaders: readonly RecordHeader<never, never>[] = [
  orderHeader,
  invoiceHeader,
  lrHeader,
  debitNoteHeader,
  ewayBillHeader,
  paymentHeader,
  captureHeader,
  differenceHeader,
  refundHeader,
  complaintHeader,
  disputeHeader,
  customerHeader,
  productHeader,
  contractHeader,
  annexureHeader,
  transporterHeader,
  employeeHeader,
]

describe('the header of a record', () => {
  for (const header of recordHeaders) {
    it(`of ${header.resource.name} names columns that its resource has`, () => {
      const { who, keys, amount, state, next, facts, resource } = header
      const slots = [who, ...keys, ...(amount ? [amount] : []), state, ...(next ? [next] : []), ...facts]
      const columns = new Set(['id', 'createdAt', ...Object.keys({ ...resource.fields, ...resource.computed })])
      expect(slots.flatMap(({ of }) => of).filter(column => !columns.has(column))).toEqual([])
    })

    it(`of ${header.resource.name} says no fact twice`, () => {
      const labels = header.facts.map(({ label, for: reader }) => `${label} ${reader}`)
      expect(labels).toEqual([...new Set(labels)])
    })
  }

  const fact = (label: string, value: string | null) => ({
    label,
    of: ['no'] as const,
    say: () => (value === null ? null : { value }),
  })
  const header: RecordHeader<{ no: string; price?: number }, null> = {
    resource: { name: 'thing', fields: { no: {}, price: {} } },
    who: { of: ['no'], say: ({ no }) => no },
    keys: [],
    amount: { of: ['price'], say: ({ price }) => ({ value: String(price), small: '' }) },
    state: { of: ['no'], say: () => ({ tone: 'ok', word: 'Good' }) },
    facts: ['A', null, 'B', 'C', 'D', 'E', 'F'].map((value, index) => fact(`${index}`, value)),
  }

  it('shows at most five facts, those with something to say, by weight', () => {
    const { facts } = saidOf(header, { no: 'N1' }, null, 'staff')
    expect(facts.map(({ value }) => value)).toEqual(['A', 'B', 'C', 'D', 'E'])
  })

  it('says nothing of a column that the reader may not read', () => {
    expect(saidOf(header, { no: 'N1' }, null, 'buyer').amount).toBeUndefined()
    expect(saidOf(header, { no: 'N1', price: 7 }, null, 'staff').amount).toEqual({ value: '7', small: '' })
  })

  it('keeps what is next to 25 words', () => {
    const long = Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ')
    const text = inWords([{ strong: long }], 25)
      .map(part => (typeof part === 'string' ? part : part.strong))
      .join('')
    expect(text.split(' ')).toHaveLength(26)
    expect(text.endsWith(' …')).toBe(true)
    expect(inWords(['Two words.'], 25)).toEqual(['Two words.'])
  })

  it('says days as people do, and lateness in words', () => {
    expect(['2026-11-28', '2026-11-29', '2026-12-04', '2025-12-04'].map(day => dayInWords(day, '2026-11-28'))).toEqual([
      'today',
      'tomorrow',
      '4 Dec',
      '4 Dec 2025',
    ])
    expect([lateBy('2026-11-25', '2026-11-28'), lateBy('2026-11-28', '2026-11-28')]).toEqual(['3 days late', undefined])
  })
})

describe('the acts of a record', () => {
  const act = (key: string, place: RecordAct['place'], danger = false): RecordAct => ({
    key,
    label: key,
    place,
    danger,
  })
  const acts = [
    act('cancel', 'more', true),
    act('approve', 'primary'),
    act('back', 'beside'),
    act('reject', 'beside'),
    act('pdf', 'beside'),
    act('track', 'primary'),
    act('print', 'more'),
  ]
  const keys = (list: readonly RecordAct[]) => list.map(({ key }) => key)

  it('have one primary, at most two beside it, and what is dangerous last in the menu, each act once', () => {
    const { primary, beside, more } = placed(acts)
    expect(primary?.key).toBe('approve')
    expect(keys(beside)).toEqual(['back', 'reject'])
    expect(keys(more)).toEqual(['pdf', 'track', 'print', 'cancel'])
  })

  it('have one act beside the primary one on a phone', () => {
    const { beside, more } = placedOnPhone(acts)
    expect(keys(beside)).toEqual(['back'])
    expect(keys(more)).toEqual(['reject', 'pdf', 'track', 'print', 'cancel'])
  })
})

describe('the header of an order', () => {
  const today = '2026-11-28'
  const line = (uom: string, qty: number, dispatchedQty: number) => ({ uom, qty, dispatchedQty, lineStatus: 'OPEN' })
  const saidWith = (lines: object[], row: object = {}) =>
    saidOf(
      orderHeader,
      { status: 'PARTIALLY_DISPATCHED', customerId: 1, texts: {}, ...row } as never,
      { reader: 'staff', today, lines, steps: [], ...row } as never,
      'staff',
    )
  const sentIn = (lines: object[]) => saidWith(lines).facts.find(({ label }) => label === 'Sent')

  it('adds quantities of one unit, and counts lines where they have several', () => {
    expect(sentIn([line('EA', 12_000, 12_000), line('EA', 24_000, 0)])).toMatchObject({
      value: '12 EA of 36 EA',
      small: '24 EA to send',
    })
    expect(sentIn([line('EA', 12_000, 12_000), line('KG', 500, 0)])).toMatchObject({
      value: '1 line of 2 lines',
      small: '1 line to send',
    })
  })

  it('counts days as they are in India', () => {
    const steps = [{ step: 'cancel', at: '2026-11-26T20:00:00.000Z', remark: 'Not needed', texts: {} }]
    const { next } = saidWith([], { status: 'CANCELLED', steps })
    expect(next).toEqual(['On 27 Nov', ': ', { strong: 'Not needed' }])
  })
})
