import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sum } from '../../../resources/define/amounts.ts'
import { isItemOf } from '../../../resources/masters/open-item.ts'
import {
  type CreditInvoice,
  type CreditItem,
  countCredit,
  creditUsed,
  exposureOf,
} from '../../../resources/orders/approvals/credit.ts'
import { creditFacts } from '../../support/orders/order-rows.ts'

const PAYER = 7

/** A bill as SAP keeps it. */
interface Bill {
  id: number
  invoiceNo: string
  sapBillingDoc: string
  line: number
  qty: number
  grossValue: number
  /** By how much it is more than the goods cost on the order. */
  more: number
  balance: number
  isPosted: boolean
  isCancelled: boolean
  /** How the file of open items names it. */
  named: 'invoice' | 'billing' | 'padded' | 'column'
}

type Item = CreditItem & Parameters<typeof isItemOf>[0]

/** SAP and the portal beside each other: what SAP bills and is paid, and what of it the portal has been told. */
function company() {
  const lines: { gross: number; qty: number }[] = []
  const bills: Bill[] = []
  const read = new Map<number, Bill>()
  let items: Item[] = []
  let files = 0

  const billedOf = (line: number, of: Iterable<Bill>) =>
    sum([...of].filter(bill => bill.line === line && !bill.isCancelled).map(({ qty }) => qty))
  const asInvoice = ({ id, invoiceNo, sapBillingDoc, grossValue, isCancelled }: Bill) => ({
    ...{ id, invoiceNo, sapBillingDoc, grossValue, isCancelled, isCleared: false, invoiceType: 'INVOICE' as const },
    ...{ soldToId: PAYER, payerId: PAYER, invoiceDate: '2026-11-01' },
  })
  const link = (item: Item): Item => ({
    ...item,
    invoiceId: item.invoiceId ?? [...read.values()].find(bill => isItemOf(item, asInvoice(bill)))?.id ?? null,
  })
  const itemOf = (bill: Bill): Item => ({
    ...{ id: bill.id, rowVersion: 1, customerId: PAYER, documentType: 'INVOICE', dueDate: '2026-12-01' },
    documentNo: { invoice: bill.invoiceNo, billing: bill.sapBillingDoc, padded: `0${bill.sapBillingDoc}`, column: 'X' }[
      bill.named
    ],
    sapBillingDoc: bill.named === 'column' ? bill.sapBillingDoc : null,
    ...{ sapAccountingDoc: null, balanceAmount: bill.balance, invoiceId: null, isActive: true, closedOn: null },
  })

  return {
    order: (qty: number, price: number) => void lines.push({ gross: qty * price, qty }),
    /** SAP bills a part of a line, at the price of the order or more. */
    bill(line: number, part: number, more: number, named: Bill['named']) {
      const ordered = lines[line % Math.max(1, lines.length)]
      if (!ordered) return
      const at = line % lines.length
      const qty = Math.min(part, ordered.qty - billedOf(at, bills))
      if (qty <= 0) return
      const id = bills.length + 1
      const grossValue = (ordered.gross / ordered.qty) * qty + more
      bills.push({
        ...{
          id,
          invoiceNo: `IN${id}`,
          sapBillingDoc: `${90_000 + id}`,
          line: at,
          qty,
          grossValue,
          more,
          balance: grossValue,
        },
        ...{ isPosted: false, isCancelled: false, named },
      })
    },
    post(bill: number) {
      const one = bills[bill % Math.max(1, bills.length)]
      if (one && !one.isCancelled) one.isPosted = true
    },
    /** The portal reads a bill, for the first time or again. */
    read(bill: number) {
      const one = bills[bill % Math.max(1, bills.length)]
      if (!one) return
      read.set(one.id, { ...one })
      items = items.map(link)
    },
    pay(bill: number, part: number) {
      const one = bills[bill % Math.max(1, bills.length)]
      if (one) one.balance = Math.max(0, one.balance - part)
    },
    cancel(bill: number) {
      const one = bills[bill % Math.max(1, bills.length)]
      if (!one || one.balance < one.grossValue) return
      one.isCancelled = true
      this.read(bill)
    },
    /** Finance imports the open items of SAP; what the file lacks is closed. */
    file() {
      const asOn = `2026-11-${10 + (files++ % 20)}`
      const inFile = bills.filter(one => one.isPosted && !one.isCancelled && one.balance > 0).map(itemOf)
      const isIn = (item: Item) => inFile.some(one => one.id === item.id)
      const closed = items.filter(item => !item.isActive)
      const closing = items.filter(item => item.isActive && !isIn(item))
      items = [
        ...closed,
        ...closing.map(item => ({ ...item, isActive: false, closedOn: asOn })),
        ...inFile.map(one =>
          link({ ...one, invoiceId: items.find(item => item.isActive && item.id === one.id)?.invoiceId ?? null }),
        ),
      ]
    },
    facts: () =>
      countCredit(
        items,
        [...read.values()].map(asInvoice) satisfies CreditInvoice[],
        lines.map((line, at) => ({ ...line, done: billedOf(at, read.values()) })),
      ),
    /** What is owed and ordered in truth; of a bill it has not read, the portal knows no more than the price of the order. */
    truth: () =>
      sum(lines.map(({ gross, qty }, at) => (gross / qty) * (qty - billedOf(at, bills)))) +
      sum(
        bills
          .filter(({ isCancelled }) => !isCancelled)
          .map(({ id, balance, more }) => (read.has(id) ? balance : balance - more)),
      ),
  }
}

type Company = ReturnType<typeof company>
type Event = [name: string, happen: (of: Company) => void]

const number = fc.nat({ max: 5 })
const order: fc.Arbitrary<Event> = fc
  .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 99_999 }))
  .map(given => ['order', of => of.order(...given)])
const bill: fc.Arbitrary<Event> = fc
  .tuple(
    ...[number, fc.integer({ min: 1, max: 20 }), fc.nat({ max: 500 })],
    fc.constantFrom<Bill['named']>('invoice', 'billing', 'padded', 'column'),
  )
  .map(given => ['bill', of => of.bill(...(given as [number, number, number, Bill['named']]))])
const read: fc.Arbitrary<Event> = number.map(at => ['read', of => of.read(at)])
const post: fc.Arbitrary<Event> = number.map(at => ['post', of => of.post(at)])
const cancel: fc.Arbitrary<Event> = number.map(at => ['cancel', of => of.cancel(at)])
const file: fc.Arbitrary<Event> = fc.constant<Event>(['file', of => of.file()])
const pay: fc.Arbitrary<Event> = fc
  .tuple(number, fc.integer({ min: 1, max: 2_000_000 }))
  .map(([at, part]) => ['pay', of => of.pay(at, part)])

const runs = { numRuns: 3_000 }
const used = (of: Company) => creditUsed(of.facts())

describe('the credit that a payer uses', () => {
  it('is never less than what they owe and have ordered, in whatever order bills, open items and payments come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(order, bill, bill, read, read, post, file, pay, cancel), { maxLength: 40 }),
        events => {
          const one = company()
          for (const [, happen] of events) {
            happen(one)
            expect(used(one)).toBeGreaterThanOrEqual(one.truth())
          }
        },
      ),
      runs,
    )
  })

  it('never falls by a billing, nor by the arrival of an open item, once or repeated', () => {
    const billed: fc.Arbitrary<Event> = fc.tuple(bill, number).map(([[, happen]]) => [
      'bill',
      of => {
        happen(of)
        // The portal reads bills before finance imports their items.
        for (let at = 0; at < 6; at++) of.read(at)
      },
    ])
    fc.assert(
      fc.property(fc.array(fc.oneof(order, billed, billed, read, post, file), { maxLength: 40 }), events => {
        const one = company()
        let before = 0
        for (const [, happen] of events) {
          happen(one)
          expect(used(one)).toBeGreaterThanOrEqual(before)
          before = used(one)
        }
      }),
      runs,
    )
  })

  it('does not count a paid invoice again, nor one that SAP cleared or cancelled, nor a credit note before its item', () => {
    const invoice = { id: 1, invoiceType: 'INVOICE', grossValue: 100, isCancelled: false, isCleared: false } as const
    const counted = (more: Partial<CreditInvoice>, items: CreditItem[] = []) =>
      countCredit(items, [{ ...invoice, ...more }], []).newInvoices
    const item = { id: 1, rowVersion: 1, documentNo: 'IN1', documentType: 'INVOICE', dueDate: '2026-12-01' } as const
    const closed = { ...item, balanceAmount: 100, invoiceId: 1, isActive: false, closedOn: '2026-11-20' }
    expect(counted({})).toBe(100)
    expect(counted({}, [closed])).toBe(0)
    expect(counted({ isCleared: true })).toBe(0)
    expect(counted({ isCancelled: true })).toBe(0)
    expect(counted({ invoiceType: 'CREDIT_NOTE' })).toBe(0)
    // Somebody removed the item by hand or rolled its import back: it never arrived.
    expect(counted({}, [{ ...closed, closedOn: null }])).toBe(100)
  })

  it('takes an item for that of an invoice by the same customer, kind and number, and not by the number of another year', () => {
    const billed = {
      soldToId: 1,
      payerId: 2,
      invoiceType: 'INVOICE',
      invoiceNo: 'IN/7',
      sapBillingDoc: '90000007',
    } as const
    const item = { customerId: 2, documentType: 'INVOICE', documentNo: 'in/7', dueDate: '2026-12-01' } as const
    const of = (more: object) =>
      isItemOf(
        { ...item, sapBillingDoc: null, sapAccountingDoc: null, ...more },
        { ...billed, invoiceDate: '2026-11-01' },
      )
    expect([of({}), of({ customerId: 1 }), of({ documentNo: 'X', sapAccountingDoc: '0090000007' })]).toEqual([
      true,
      true,
      true,
    ])
    expect([of({ customerId: 3 }), of({ documentType: 'CREDIT_NOTE' }), of({ dueDate: '2025-12-01' })]).toEqual([
      false,
      false,
      false,
    ])
    expect([of({ documentNo: 'X' }), of({ sapBillingDoc: '90000008' })]).toEqual([false, false])
  })

  it('is not paid twice by one advance: it covers the goods it was paid for when they are billed too', () => {
    const prepaid = (more: object) =>
      exposureOf(creditFacts({ onAccount: 1_000, outstanding: -1_000, ...more }), 1_000, '2026-11-22').isPrepaid
    expect(prepaid({})).toBe(true)
    expect(prepaid({ otherOrders: 1_000 })).toBe(false)
    expect(prepaid({ newInvoices: 1_000 })).toBe(false)
    expect(prepaid({ outstanding: 0, openInvoices: 1_000 })).toBe(false)
  })
})
