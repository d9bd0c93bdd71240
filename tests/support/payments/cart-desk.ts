import { randomUUID } from 'node:crypto'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { insertRows } from '../../../api/derive/save/write.ts'
import { today } from '../../../api/platform/clock.ts'
import { addDays } from '../../../resources/define/dates.ts'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type OutstandingItem, uploadOutstanding } from '../../../resources/masters/upload-outstanding.ts'
import { type PaymentCustomer, uploadPaymentCustomers } from '../../../resources/masters/upload-payment-customers.ts'
import type { CartLine } from '../../../resources/payments/cart-rules.ts'
import type { CartAnswer } from '../../../resources/payments/commands/cart.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import { exampleRow } from '../example-rows.ts'
import { personWith } from '../people.ts'
import type { ApiClient, TestPortal } from '../portal.ts'

const author = systemAuthor('test')
let made = 0

/** A customer of the tests with two people, who pays online by these terms, and has these open items (in paise). */
export async function payingCustomer(
  portal: TestPortal,
  balances: readonly number[],
  terms: Partial<PaymentCustomer> = {},
) {
  const { db } = portal
  const { id: copied, naturalKey: _, ...row } = await db('customer').where({ code: '100101' }).first()
  const code = `PAY${++made}${String(copied).padStart(3, '0')}`
  const [customerId] = await db('customer').insert({ ...row, code, naturalKey: code.toLowerCase() })
  const agreed = withDefaults(uploadPaymentCustomers, {
    customerId: customerId!,
    gateway: 'MOCK',
    merchantAccount: 'MAIN',
    allowPartial: true,
    allowAdvance: true,
    validFrom: '2020-01-01',
    validTo: '9999-12-31',
    ...terms,
  })
  await insertRows(db, uploadPaymentCustomers, [agreed], author)
  const items = await openItems(portal, customerId!, balances)
  const person = () => personWith(portal, ['CUSTOMER'], { customerId })
  return { customerId: customerId!, code, items, one: await person(), other: await person() }
}

/** Open items of a customer in paise, the first the oldest; negative ones are credit notes. */
export async function openItems(
  { db }: TestPortal,
  customerId: number,
  balances: readonly number[],
  more: Partial<OutstandingItem> = {},
): Promise<OutstandingItem[]> {
  const day = today()
  const rows = balances.map((balanceAmount, index) =>
    withDefaults(uploadOutstanding, {
      customerId,
      source: 'UPLOAD',
      documentNo: `T${++made}`,
      documentType: balanceAmount < 0 ? 'CREDIT_NOTE' : 'INVOICE',
      documentDate: addDays(day, index - 1000),
      dueDate: addDays(day, index - 900),
      originalAmount: balanceAmount,
      balanceAmount,
      asOnDate: day,
      ...more,
    }),
  )
  return insertRows(db, uploadOutstanding, rows, author)
}

/** Lets the customer of an open item dispute an amount of it in paise, on an invoice that it is of. */
export async function dispute({ db }: TestPortal, { id, customerId }: OutstandingItem, disputedAmount: number) {
  const known = await db('invoice').orderBy('id').first('id', 'sbuId', 'plantId')
  const { sbuId, plantId, id: copied } = known ?? (await exampleRow(db, resourceNamed('invoice')))
  const { id: _, naturalKey: _key, ...row } = await db('invoice').where({ id: copied }).first()
  const no = `TI${++made}`
  const invoice = { ...row, soldToId: customerId, invoiceNo: no, sapBillingDoc: String(9_000_000_000 + made) }
  const [invoiceId] = await db('invoice').insert('naturalKey' in row ? { ...invoice, naturalKey: no } : invoice)
  await db('upload_outstanding').where({ id }).update({ invoiceId })
  await exampleRow(db, resourceNamed('ar-dispute'), {
    ...{ customerId, invoiceId, sbuId, plantId, disputedAmount, acceptedAmount: null, complaintId: null },
    ...{ status: 'OPEN', proposedAmount: null, proposedById: null, confirmedById: null, decidedById: null },
    ownerEmployeeId: null,
  })
  return invoiceId as number
}

/** A line that pays so many paise. */
export const line = ({ id }: { id: number }, payAmount: number, tdsAmount = 0): CartLine => ({
  itemId: id,
  payAmount,
  tdsAmount,
})

/** The cart as a person sees it. */
export async function cartOf(person: ApiClient): Promise<CartAnswer> {
  const { status, body } = await person.get('/api/payments/cart')
  if (status !== 200) throw new Error(`The cart answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** Saves these lines as the whole cart of a person. */
export async function fill(person: ApiClient, items: readonly CartLine[]): Promise<CartAnswer> {
  const { cart } = await cartOf(person)
  const { status, body } = await person.post('/api/payments/cart', { rowVersion: cart?.rowVersion ?? null, items })
  if (status !== 201) throw new Error(`The cart answered ${status}: ${JSON.stringify(body)}`)
  return body
}

/** What a person sends who checks out a cart as they see it. */
export const reviewOf = ({ cart, items, totals }: CartAnswer) => ({
  cartId: cart!.id,
  rowVersion: cart!.rowVersion,
  lines: items.flatMap(({ id, inCart, payable }) => (inCart ? [{ itemId: id, ...inCart, payable }] : [])),
  total: totals.net,
})

/** Checks out, with a key of its own unless one is given. */
export const checkOut = (person: ApiClient, body: unknown, key: string = randomUUID()) =>
  person.post('/api/payments/checkout', body, { 'Idempotency-Key': key })
