import { afterAll, describe, expect, it } from 'vitest'
import { systemAuthor } from '../../../api/derive/save/author.ts'
import { paperOf } from '../../../api/mail/send-mail.ts'
import { liveRows, lockCapture, moveMoney } from '../../../api/payments/money/ledger.ts'
import { recountPayment } from '../../../api/payments/money/recount.ts'
import { transact } from '../../../api/platform/transact.ts'
import { download } from '../../support/files.ts'
import { paymentMaker } from '../../support/payments/posting-world.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { personWith } from '../../support/people.ts'
import { demoPortal } from '../../support/portal.ts'

const portal = await demoPortal()
const { db } = portal
afterAll(() => portal.close())
const payer = await db('user').where({ loginId: 'customer' }).first('id', 'customerId')
const maker = paymentMaker(db, { customerId: payer.customerId, userId: payer.id })
const { item, planned, captured, succeeded } = maker
const buyer = await portal.as('customer')
const receiptOf = async ({ id }: { id: number }, who = buyer, asked = '') => {
  const { status, bytes } = await download(portal, who, `/api/payments/${id}/receipt${asked}`)
  return { status, text: status === 200 ? pdfText(bytes) : '' }
}

describe('the receipt of a payment', () => {
  it('says who paid how much, in words too, and each document with the tax deducted', async () => {
    const [debit, credit] = [await item(12_345_650), await item(-100_000)]
    const payment = await succeeded(
      [
        { item: debit, amount: 12_222_150, tds: 123_500 },
        { item: credit, amount: -100_000 },
      ],
      50_000,
    )
    const { status, text } = await receiptOf(payment)
    expect(status).toBe(200)
    // The printer breaks lines at hyphens, and places a minus by itself.
    for (const words of [
      payment.receiptNo!,
      payment.txnNo,
      '₹ 1,21,721.50',
      'Rupees one lakh twenty-one thousand seven hundred twenty-one and fifty paise only',
      debit.documentNo,
      '₹ 1,235.00',
      '\u2212₹ 1,000.00',
      'On account',
      'This is not a GST receipt voucher.',
    ])
      expect(text.replace(/([-\u2212])\n/g, '$1')).toContain(words)
  })

  it('leaves out what was released to the account', async () => {
    const open = await item(70_000)
    const payment = await succeeded([{ item: open, amount: 70_000 }])
    await transact(db, async trx => {
      const { capture } = await lockCapture(trx, (await maker.capture(payment)).id)
      const from = await liveRows(trx, [capture.id])
      await moveMoney(trx, capture, { from, to: [{ target: 'ON_ACCOUNT', amount: 70_000 }] }, systemAuthor('test'))
      await recountPayment(trx, payment.id)
    })
    const { text } = await receiptOf(payment)
    expect(text).toContain('On account')
    expect(text).not.toContain(open.documentNo)
  })

  it('is of one capture: another one of the payment has its own once it is decided what it is for', async () => {
    const payment = await succeeded([], 40_000)
    const { id: captureId } = await captured(payment, { amount: 30_000 })
    expect((await receiptOf(payment)).text).toContain('₹ 400.00')
    expect((await receiptOf(payment, buyer, `?capture=${captureId}`)).status).toBe(409)
    expect((await receiptOf(payment, buyer, '?capture=999999')).status).toBe(404)
    await transact(db, async trx => {
      const { capture } = await lockCapture(trx, captureId)
      await moveMoney(trx, capture, { to: [{ target: 'ON_ACCOUNT', amount: 10_000 }] }, systemAuthor('test'))
      await recountPayment(trx, payment.id)
    })
    const { text } = await receiptOf(payment, buyer, `?capture=${captureId}`)
    for (const words of ['₹ 300.00', 'On account', '₹ 100.00', 'Being checked', '₹ 200.00'])
      expect(text).toContain(words)
  })

  it('is attached to the mail that thanks for the payment', async () => {
    const payment = await succeeded([], 99_900)
    const [mail] = await db('message_log').where('templateCode', 'PAYMENT_RECEIPT').orderBy('id', 'desc')
    const attach = typeof mail.attach === 'string' ? JSON.parse(mail.attach) : mail.attach
    const { filename, content } = await paperOf(db, attach)
    expect(filename).toBe(`${payment.receiptNo}.pdf`)
    expect(pdfText(content)).toContain('₹ 999.00')
  })

  it('is given to whoever may read the payment and to no other customer, once it has succeeded', async () => {
    const payment = await succeeded([], 10_000)
    expect((await receiptOf(payment, await personWith(portal, ['FINANCE']))).status).toBe(200)
    const other = await db('customer').whereNot({ id: payer.customerId }).first('id')
    const stranger = await personWith(portal, ['CUSTOMER'], { customerId: other.id })
    expect((await receiptOf(payment, stranger)).status).toBe(404)
    expect((await receiptOf(payment, await personWith(portal, ['DISPATCH']))).status).toBe(403)
    const failed = await planned([], 10_000, { status: 'FAILED' })
    expect((await receiptOf(failed)).status).toBe(409)
    await db('payment_capture').where({ transactionId: payment.id }).update({ returnedAmount: 10_000 })
    const { text } = await receiptOf(payment)
    expect(text).toContain('Refunded')
    expect(text).toContain('Returned to you')
  })
})
