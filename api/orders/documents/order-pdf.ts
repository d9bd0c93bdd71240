import type { Knex } from 'knex'
import type { Context } from 'koa'
import { printOrder } from '../../../resources/orders/commands/orders.ts'
import { order as orders } from '../../../resources/orders/order.ts'
import { orderLine } from '../../../resources/orders/order-line.ts'
import { requireFor } from '../../derive/command/serve-commands.ts'
import { readId } from '../../derive/list/query.ts'
import { readableColumnsOfRow, readableColumnsOfRows } from '../../derive/rights/field-conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { signedIn } from '../../derive/signed-in.ts'
import { printPdf } from '../../files/print-pdf.ts'
import { notFound } from '../../platform/errors.ts'
import { offerFile } from '../../platform/http/offer-file.ts'
import { demandReadableOrder } from '../take-step.ts'
import { type OrderSheet, readOrderSheet } from './order-pdf-facts.ts'
import { orderPdfLayout } from './order-pdf-layout.ts'

/** Makes the PDF of an order for a mail; `amounts` was decided when the mail was written. */
export async function orderPdfFile(db: Knex, { orderPdf, amounts }: { orderPdf: number; amounts: boolean }) {
  const sheet = await readOrderSheet(db, orderPdf)
  return { filename: `${sheet.order.orderNo}.pdf`, content: await printPdf(orderPdfLayout(sheet, amounts)) }
}

/** `GET /api/orders/7/pdf`: the order as PDF, with amounts if the person may see them. 404 unless they may read it. */
export async function downloadOrder(ctx: Context, db: Knex, idText: string) {
  const { person } = signedIn(ctx)
  requireFor(printOrder, person)
  const id = readId(idText)
  if (id === undefined) throw notFound()
  await demandReadableOrder(db, id, person)
  const sheet = await readOrderSheet(db, id)
  offerFile(ctx, `${sheet.order.orderNo}.pdf`, 'application/pdf')
  ctx.body = await printPdf(orderPdfLayout(sheet, await readsAmounts(db, person, sheet)))
}

/** Whether the person may see the amounts of the order and of each line. */
async function readsAmounts(db: Knex, person: Person, { order, lines }: OrderSheet): Promise<boolean> {
  const ids = lines.map(({ id }) => id)
  const readable = await readableColumnsOfRows(db, orderLine, person, ids)
  const orderColumns = await readableColumnsOfRow(db, orders, person, order.id)
  return [orderColumns, ...ids.map(readable)].every(names => names.includes('grossValue'))
}
