import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rupees } from '../../../resources/define/show.ts'
import { passportParts } from '../../../resources/dispatches/passport.ts'
import type { PassportFacts } from '../../../resources/dispatches/passport-facts.ts'
import { type PassportKind, passportKinds } from '../../../resources/dispatches/passport-part.ts'
import { deliveryStatuses } from '../../../resources/trade.ts'

const TODAY = '2026-11-20'
const at = `${TODAY}T06:30:00.000Z`
const ABOVE = 5_000_000

const lr: PassportFacts['lr'] = {
  id: 7,
  lrNo: 'VRL7',
  lrDate: '2026-11-10',
  deliveryStatus: 'DELIVERED',
  deliveredOn: '2026-11-14',
  expectedDeliveryDate: '2026-11-15',
  podStatus: 'ACCEPTED',
}
const order = { id: 1, orderNo: 'OR1', status: 'DELIVERED', orderDate: '2026-11-01' } as const
const invoice = {
  id: 1,
  invoiceNo: 'INV1',
  invoiceType: 'INVOICE',
  invoiceDate: '2026-11-09',
  sapOrderNo: null,
  grossValue: 6_000_000,
  isCancelled: false,
  isCleared: true,
  dueDate: '2026-12-09',
  settledAt: null,
} as const
const line = {
  id: 1,
  invoiceId: 1,
  sigmaInvoiceNo: null,
  ewayBillNo: '123456789012',
  ewayValidTo: null,
  invoiceValue: 6_000_000,
  outcome: 'NONE',
} as const
const pod = {
  id: 1,
  status: 'ACCEPTED',
  receivedBy: 'R. Shah',
  deliveredOn: '2026-11-14',
  shortagePackages: 0,
  damagePackages: 0,
  complaintProposal: 'NONE',
} as const
const bill = { id: 1, billNo: 'B1', status: 'PAID', billDate: '2026-11-16', paidOn: '2026-11-18' } as const

const receipt = {
  ...{ id: 1, txnNo: 'PT1', receiptNo: 'RC1', paidAt: '2026-11-16T06:30:00.000Z', status: 'SUCCESS' as const },
  ...{ amount: 150_000, payer: 'Rohan Bhide' },
}

/** A dispatch of which every paper is there. */
const complete: PassportFacts = {
  lr,
  orders: [order],
  ordered: [1],
  invoices: [invoice],
  isBeingCorrected: false,
  lines: [line],
  pods: [pod],
  feedbacks: [],
  clearings: [],
  items: [],
  paid: [],
  bills: [bill],
  readsBills: true,
  ewayAbove: ABOVE,
  ewayNote: null,
  ewayValues: new Map(),
}
const partsOf = (more: Partial<PassportFacts>, reader: 'staff' | 'buyer' = 'staff') =>
  passportParts({ ...complete, ...more }, { at, reader })
const gapsOf = (more: Partial<PassportFacts>, reader?: 'buyer') =>
  partsOf(more, reader).flatMap(({ kind, gap }) => (gap === null ? [] : [`${kind}: ${gap}`]))
const without = (deliveryStatus: PassportFacts['lr']['deliveryStatus'], more: Partial<PassportFacts['lr']> = {}) => ({
  lr: { ...lr, deliveryStatus, deliveredOn: null, ...more },
  pods: [],
})
const open = (balanceAmount: number, dueDate: string) => ({
  id: 1,
  invoiceId: 1,
  balanceAmount,
  dueDate,
  closedOn: null,
})

describe('what a passport misses', () => {
  it('is nothing where every paper is there, each told once and in order', () => {
    expect(gapsOf({})).toEqual([])
    expect(partsOf({}).map(({ kind }) => kind)).toEqual([
      'ORDER',
      'INVOICE',
      'EWAY_BILL',
      'LR',
      'POD',
      'PAYMENT',
      'FREIGHT_BILL',
    ])
  })

  it.each<[string, Partial<PassportFacts>, string]>([
    ['an order', { orders: [], ordered: [] }, 'ORDER: SAP names no order of invoice INV1'],
    [
      'an invoice that counts',
      { isBeingCorrected: true, invoices: [{ ...invoice, isCancelled: true }] },
      'INVOICE: Invoice is cancelled',
    ],
    [
      'an e-way bill',
      { lines: [{ ...line, ewayBillNo: null }] },
      'EWAY_BILL: E-way bill missing: ₹ 60,000.00 is above ₹ 50,000.00',
    ],
    ['a POD', { pods: [] }, 'POD: POD missing for 6 days'],
    ['a POD that is not rejected', { pods: [{ ...pod, status: 'REJECTED' }] }, 'POD: POD missing for 6 days'],
    [
      'a payment',
      { invoices: [{ ...invoice, isCleared: false, dueDate: '2026-11-19' }] },
      'PAYMENT: Invoice not paid, due on 19-11-2026',
    ],
    [
      'agreement on the freight',
      { bills: [{ ...bill, status: 'DISPUTED' }] },
      'FREIGHT_BILL: Transporter’s bill differs from what was agreed',
    ],
    [
      'an answer to shortage or damage',
      { pods: [{ ...pod, damagePackages: 2, complaintProposal: 'PROPOSED' }] },
      'COMPLAINT: Complaint is proposed and not opened',
    ],
    ['the rest of the goods', without('PARTIAL_DELIVERED', { deliveredOn: TODAY }), 'LR: A part of the goods'],
    ['goods that came back', without('RETURNED'), 'LR: The goods came back: send them again or settle them'],
    ['goods that are lost', without('LOST'), 'LR: The goods are lost: send them again or settle them'],
    ['goods that are late', without('IN_TRANSIT'), 'LR: Delivery 5 days late: it was expected on 15-11-2026'],
    [
      'goods that nobody took, and that are late',
      without('UNDELIVERED'),
      'LR: Delivery was tried and failed. Delivery 5 days late',
    ],
    [
      'an e-way bill that still counts',
      {
        ...without('IN_TRANSIT', { expectedDeliveryDate: '2026-11-25' }),
        lines: [{ ...line, ewayValidTo: '2026-11-19T18:29:00.000Z' }],
      },
      'EWAY_BILL: E-way bill expired on 19-11-2026',
    ],
  ])('is %s, and then it says so first', (_, more, gap) => {
    expect(gapsOf(more)[0]).toContain(gap)
  })

  it('says to a buyer that goods are lost, and not what our desk must do', () => {
    expect(gapsOf(without('LOST'), 'buyer')).toEqual(['LR: The goods are lost'])
  })

  it.each([
    ['settled', { invoices: [{ ...invoice, settledAt: at }] }],
    ['sent again', { lines: [{ ...line, outcome: 'SENT_AGAIN' as const }] }],
  ])('is nothing once goods that came back are %s', (_, more) => {
    expect(gapsOf({ ...without('RETURNED'), ...more })).toEqual([])
  })

  it('is no e-way bill up to the value, on an LR that was cancelled, or for whoever may not read the value', () => {
    const none = { ...line, ewayBillNo: null }
    expect(gapsOf({ lines: [{ ...none, invoiceValue: ABOVE }] })).toEqual([])
    expect(gapsOf({ lines: [{ id: 1, invoiceId: 1, ewayBillNo: null }] })).toEqual([])
    expect(gapsOf({ ...without('CANCELLED'), lines: [none] })).toEqual([])
  })
})

describe('the payment of an invoice', () => {
  const unpaid = { ...invoice, isCleared: false }
  const payment = (more: Partial<PassportFacts>) => {
    const { state, gap, on } = partsOf({ invoices: [unpaid], ...more }).find(({ kind }) => kind === 'PAYMENT')!
    return { state, gap, on }
  }

  it.each<[string, Partial<PassportFacts>, string, string | null, string | null]>([
    ['is due', {}, 'Due on 09-12-2026', null, null],
    [
      'is open by SAP’s item',
      { items: [open(100_000, '2026-12-01')] },
      '₹ 1,000.00 open, due on 01-12-2026',
      null,
      null,
    ],
    [
      'is overdue in part, where it is paid in instalments',
      { items: [open(100_000, '2026-11-19'), open(50_000, '2026-12-01')] },
      'Overdue, ₹ 1,500.00 open',
      '₹ 1,000.00 not paid, due on 19-11-2026',
      '2026-11-19',
    ],
    [
      'was closed with its item',
      { items: [{ ...open(0, '2026-11-19'), closedOn: '2026-11-18' }] },
      'Paid',
      null,
      '2026-11-18',
    ],
    [
      'was cleared',
      { clearings: [{ id: 1, invoiceId: 1, resetOn: null, clearedOn: '2026-11-17' }] },
      'Paid',
      null,
      '2026-11-17',
    ],
    [
      'was cleared and is open again',
      {
        clearings: [{ id: 1, invoiceId: 1, resetOn: '2026-11-18', clearedOn: '2026-11-17' }],
        items: [open(100_000, '2026-11-19')],
      },
      'Overdue, ₹ 1,000.00 open',
      '₹ 1,000.00 not paid, due on 19-11-2026',
      '2026-11-19',
    ],
  ])('%s', (_, more, state, gap, on) => {
    expect(payment(more)).toEqual({ state, gap, on })
  })

  it('is nothing that a transporter hears of, and none of a credit note or a cancelled invoice', () => {
    for (const invoices of [
      [{ id: 1, invoiceNo: 'INV1' }],
      [{ ...unpaid, invoiceType: 'CREDIT_NOTE' as const }],
      [{ ...unpaid, isCancelled: true }],
    ])
      expect(partsOf({ invoices }).map(({ kind }) => kind)).not.toContain('PAYMENT')
  })
})

describe('what was paid online', () => {
  it('is said with its amount, its payer and its day, and leads to the receipt', () => {
    const [part] = partsOf({ paid: [{ ...receipt, invoiceNo: 'INV1' }] }).filter(({ kind }) => kind === 'RECEIPT')
    const state = '₹ 1,500.00 for invoice INV1 by Rohan Bhide'
    const link = '/transaction-view/transactions-view/show/1'
    expect(part).toEqual({ kind: 'RECEIPT', no: 'RC1', state, on: '2026-11-16', gap: null, link })
  })

  it('leaves out what its reader may not know, and says that a payment was refunded', () => {
    const { id, txnNo } = receipt
    expect(partsOf({ paid: [{ id, txnNo, status: 'REFUNDED' }] }).find(({ kind }) => kind === 'RECEIPT')).toMatchObject(
      {
        no: 'PT1',
        state: 'Paid, refunded',
        on: null,
      },
    )
  })
})

/** Leaves out columns at random, as they are left out for somebody who may not read them. */
const partly = <Row extends { id: number; invoiceId?: unknown }>(row: Row): fc.Arbitrary<Row> =>
  fc.subarray(Object.keys(row)).map(names => {
    const kept = names.map(name => [name, row[name as keyof Row]])
    return { ...Object.fromEntries(kept), id: row.id } as Row
  })
const someOf = <Row extends { id: number }>(row: Row, ...changes: { [name in keyof Row]?: unknown }[]) =>
  fc
    .array(
      fc.constantFrom({}, ...changes).chain(change => partly({ ...row, ...change })),
      { maxLength: 3 },
    )
    .map(rows => rows.map((each, index) => ({ ...each, id: index + 1 })))
const days = fc.constantFrom('2026-11-01', '2026-11-19', TODAY, '2026-12-09')

const anyFacts: fc.Arbitrary<PassportFacts> = fc.record({
  lr: fc.record({
    id: fc.constant(7),
    lrNo: fc.constant('VRL7'),
    lrDate: fc.constant('2026-11-01'),
    deliveryStatus: fc.constantFrom(...deliveryStatuses),
    deliveredOn: fc.option(days),
    expectedDeliveryDate: days,
    podStatus: fc.constant('NONE' as const),
  }),
  isBeingCorrected: fc.boolean(),
  orders: someOf(order),
  ordered: fc.subarray([1, 2, 3]),
  invoices: someOf(invoice, { isCleared: false }, { isCancelled: true }, { isCleared: false, dueDate: '2026-11-19' }),
  lines: someOf(
    line,
    { ewayBillNo: null },
    { invoiceValue: ABOVE, ewayBillNo: null },
    { ewayValidTo: '2026-11-18T00:00:00.000Z' },
  ),
  pods: fc.option(someOf(pod, { status: 'UPLOADED' }, { status: 'REJECTED' }, { complaintProposal: 'PROPOSED' })),
  feedbacks: someOf({ id: 1, complaintProposal: 'NONE' as const }, { complaintProposal: 'PROPOSED' }),
  clearings: someOf({ id: 1, invoiceId: 1, resetOn: null, clearedOn: TODAY }, { resetOn: TODAY }),
  items: someOf(open(100_000, '2026-11-19'), { balanceAmount: 0 }, { dueDate: '2026-12-01' }, { closedOn: TODAY }),
  paid: someOf({ ...receipt, invoiceNo: 'INV1' }, { status: 'REFUNDED' }),
  bills: someOf(bill, { status: 'DISPUTED' }, { status: 'SUBMITTED' }),
  readsBills: fc.boolean(),
  ewayAbove: fc.option(fc.constant(ABOVE)),
  ewayNote: fc.constant(null),
  ewayValues: fc.constant(new Map()),
}) as fc.Arbitrary<PassportFacts>
const anyReader = fc.constantFrom('staff', 'buyer', 'transporter')

const each = (claim: (facts: PassportFacts, parts: ReturnType<typeof passportParts>, reader: string) => void) =>
  fc.assert(
    fc.property(anyFacts, anyReader, (facts, reader) => claim(facts, passportParts(facts, { at, reader }), reader)),
    { numRuns: 500 },
  )
const count = (parts: ReturnType<typeof passportParts>, kind: PassportKind, gapsAlone = true) =>
  parts.filter(part => part.kind === kind && (!gapsAlone || part.gap !== null)).length

describe('whatever is known of a dispatch', () => {
  it('no missing paper is left unsaid, and none that is there is called missing', () => {
    each(({ lr: { deliveryStatus, expectedDeliveryDate }, ...facts }, parts, reader) => {
      const has = (...statuses: string[]) => statuses.includes(deliveryStatus)
      const isOver = has('DELIVERED', 'PARTIAL_DELIVERED', 'RETURNED', 'LOST', 'CANCELLED')
      const hasArrived = has('DELIVERED', 'PARTIAL_DELIVERED')
      const lacksBill = facts.lines.filter(
        ({ ewayBillNo, invoiceId, invoiceValue = 0 }) =>
          ewayBillNo === null && invoiceId && facts.ewayAbove !== null && invoiceValue > facts.ewayAbove,
      )
      const bills = facts.lines.filter(
        ({ ewayBillNo }, at) => ewayBillNo && facts.lines.findIndex(one => one.ewayBillNo === ewayBillNo) === at,
      )
      const lapsed = bills.filter(({ ewayValidTo }) => ewayValidTo && !isOver)
      expect(count(parts, 'EWAY_BILL')).toBe((has('CANCELLED') ? 0 : lacksBill.length) + lapsed.length)

      const hasPod = facts.pods?.some(({ status }) => status === 'UPLOADED' || status === 'ACCEPTED')
      expect(count(parts, 'POD')).toBe(hasArrived && facts.pods !== null && !hasPod ? 1 : 0)

      const isLate = !isOver && expectedDeliveryDate < TODAY
      if (isLate) expect(count(parts, 'LR')).toBe(1)
      if (has('DELIVERED', 'CANCELLED')) expect(count(parts, 'LR')).toBe(0)

      const isSaid = reader === 'staff' && facts.isBeingCorrected
      expect(count(parts, 'INVOICE')).toBe(isSaid ? facts.invoices.filter(({ isCancelled }) => isCancelled).length : 0)
      expect(count(parts, 'FREIGHT_BILL')).toBe(facts.bills.filter(({ status }) => status === 'DISPUTED').length)
    })
  })

  it('an overdue balance that its reader may know is always said', () => {
    each((facts, parts) => {
      for (const { id, invoiceNo, grossValue, isCleared, isCancelled, invoiceType } of facts.invoices) {
        const isKnown = grossValue !== undefined && isCleared === false && !isCancelled && invoiceType === 'INVOICE'
        if (!isKnown || facts.clearings.some(({ invoiceId, resetOn }) => invoiceId === id && !resetOn)) continue
        const late = facts.items.filter(
          ({ invoiceId, dueDate, closedOn, balanceAmount = 0 }) =>
            invoiceId === id && !closedOn && balanceAmount > 0 && dueDate && dueDate < TODAY,
        )
        if (late.length === 0) continue
        const owed = late.reduce((sum, { balanceAmount = 0 }) => sum + balanceAmount, 0)
        const gaps = parts.filter(({ kind, no }) => kind === 'PAYMENT' && no === `Invoice ${invoiceNo ?? ''}`)
        expect(gaps.map(({ gap }) => gap)).toContainEqual(expect.stringContaining(`${rupees(owed)} not paid`))
      }
    })
  })

  it('every order, invoice and bill stands there, and nothing that is not readable leaves a trace', () => {
    each((facts, parts, reader) => {
      expect(count(parts, 'ORDER', false)).toBeGreaterThanOrEqual(facts.orders.length)
      const isOutside = reader !== 'staff'
      const shown = facts.invoices.filter(({ isCancelled }) => !(isOutside && isCancelled))
      const corrected = isOutside && facts.isBeingCorrected ? 1 : 0
      expect(count(parts, 'INVOICE', false)).toBe(shown.length + corrected)
      expect(count(parts, 'FREIGHT_BILL', false)).toBeGreaterThanOrEqual(facts.bills.length)
      expect(count(parts, 'LR', false)).toBe(1)
      expect(parts.flatMap(({ no, state, gap }) => [no, state, gap ?? '']).join(' ')).not.toMatch(/undefined|null|NaN/)
      const kinds = Object.keys(passportKinds)
      const places = parts.filter(({ kind }) => kind !== 'ORDER').map(({ kind }) => kinds.indexOf(kind))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    })
  })
})
