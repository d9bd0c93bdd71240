import type { Knex } from 'knex'
import { isPaid } from '../../../resources/payments/payment-states.ts'
import { paymentTransaction } from '../../../resources/payments/payment-transaction.ts'
import { readId } from '../../derive/list/query.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { signedIn } from '../../derive/signed-in.ts'
import { printPdf } from '../../files/print-pdf.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { offerFile } from '../../platform/http/offer-file.ts'
import type { ApiRouter } from '../../platform/http/router.ts'
import { readReceipt } from './receipt-facts.ts'
import { receiptLayout } from './receipt-layout.ts'

/** Makes the receipt of a payment for a mail. */
export async function receiptPdfFile(db: Knex, { receiptPdf }: { receiptPdf: number }) {
  const [payment] = await rowsOf(db, paymentTransaction, rows => rows.where({ id: receiptPdf }))
  const facts = await readReceipt(db, payment!)
  return { filename: `${payment!.receiptNo}.pdf`, content: await printPdf(receiptLayout(facts)) }
}

/**
 * `GET /api/payments/7/receipt`: the receipt as PDF. 404 unless the person may read the payment, 409 where it has not
 * succeeded.
 */
export function serveReceipts(router: ApiRouter, db: Knex) {
  router.get('/api/payments/:id/receipt', async ctx => {
    const { person } = signedIn(ctx)
    const id = readId(ctx.params.id!)
    if (id === undefined) throw notFound()
    const [payment] = await rowsOf(db, paymentTransaction, rows =>
      restrict(rows.where('payment_transaction.id', id), db, paymentTransaction, person, 'read'),
    )
    if (!payment) throw notFound()
    if (payment.receiptNo === null || !isPaid(payment))
      throw conflict('NOT_NOW', 'There is a receipt once the payment has succeeded')
    const facts = await readReceipt(db, payment)
    offerFile(ctx, `${payment.receiptNo}.pdf`, 'application/pdf')
    ctx.body = await printPdf(receiptLayout(facts))
  })
}
