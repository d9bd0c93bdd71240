import type { Knex } from 'knex'
import type { Context } from 'koa'
import { order as orders } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { readId } from '../../derive/list/query.ts'
import { readableOn, readableOnEach } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { signedIn } from '../../derive/signed-in.ts'
import { printPdf } from '../../files/print-pdf.ts'
import type { MakePaper } from '../../mail/send-mail.ts'
import { notFound } from '../../platform/errors.ts'
import { offerFile } from '../../platform/offer-file.ts'
import { demandRead } from '../take-step.ts'
import { type OrderSheet, readSheet } from './order-pdf-facts.ts'
import { layoutOf } from './order-pdf-layout.ts'

/** The PDF of an order for a mail; whether its receiver is told amounts was settled when the mail was written. */
export const orderPaper: MakePaper = async (db, { orderPdf, amounts }) => {
  const sheet = await readSheet(db, orderPdf)
  return { filename: `${sheet.order.orderNo}.pdf`, content: await printPdf(layoutOf(sheet, amounts)) }
}

/** `GET /api/orders/7/pdf`: the order as PDF for whoever may read it, with as much of it as he is told. */
export async function downloadOrder(ctx: Context, db: Knex, asked: string) {
  const { person } = signedIn(ctx)
  const id = readId(asked)
  if (id === undefined) throw notFound()
  await demandRead(db, id, person)
  const sheet = await readSheet(db, id)
  offerFile(ctx, `${sheet.order.orderNo}.pdf`, 'application/pdf')
  ctx.body = await printPdf(layoutOf(sheet, await readsAmounts(db, person, sheet)))
}

/** Amounts stand on the paper when the person reads those of the order and of each line. */
async function readsAmounts(db: Knex, person: Person, { order, lines }: OrderSheet): Promise<boolean> {
  const ids = lines.map(({ id }) => id)
  const readable = await readableOnEach(db, orderLine, person, ids)
  const ofOrder = await readableOn(db, orders, person, order.id)
  return [ofOrder, ...ids.map(readable)].every(names => names.includes('grossValue'))
}
