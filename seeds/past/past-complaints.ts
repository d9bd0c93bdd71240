import { attachedComplaint } from '../../api/complaints/complaint-process.ts'
import { escalateLate } from '../../api/complaints/escalate-late.ts'
import { openComplaint } from '../../api/complaints/open-complaint.ts'
import { readBody } from '../../api/derive/command/read-body.ts'
import { takeSentStep } from '../../api/derive/process/bind-process.ts'
import { takeDueSteps } from '../../api/derive/process/due-steps.ts'
import { customer } from '../../resources/access-control/customer.ts'
import {
  type NewComplaint,
  openComplaint as opening,
  takeComplaintStep,
} from '../../resources/complaints/complaint-commands.ts'
import type { SentOf } from '../../resources/define/command.ts'
import { complaintCategory } from '../../resources/masters/complaint-category.ts'
import { products } from '../../resources/masters/products.ts'
import { sbu } from '../../resources/masters/sbu.ts'
import { callerNamed, saveUpload } from '../orders.ts'
import { complained, type PastComplaint } from './complained.ts'
import type { Past } from './past.ts'

/** Writes into the diary what customers complained about, and what became of it. */
export function letComplain(past: Past): void {
  const { diary, trx } = past
  for (const one of complained) {
    let id = 0
    diary.ago(one.ago, async () => {
      id = await complain(past, one)
    })
    for (const [ago, ...step] of one.steps ?? []) diary.ago(ago, () => take(past, id, step))
  }
  diary.ago(1, () => complainOfFeedback(past))
  // The one that was asked and never answered is resolved and closed in these nights, and late ones go up.
  for (const ago of [43, 35, 26, 3])
    diary.ago(ago, async () => {
      await takeDueSteps(trx, attachedComplaint)
      await escalateLate(trx)
    })
}

async function complain(past: Past, { by, customer: code, category, about, photo, says }: PastComplaint) {
  const { trx, rows, home, pictures } = past
  const { person, author } = await callerNamed(trx, rows, by)
  const customerId = rows.idOf(customer, code)
  const line = about === undefined ? undefined : await lineOf(past, customerId, about)
  const file = { title: 'Photo', fileName: 'photo.jpg', mimeType: 'image/jpeg', bytes: pictures.remarked }
  const body = {
    customerId,
    categoryId: rows.idOf(complaintCategory, category),
    sbuId: about === undefined ? rows.idOf(sbu, 'LS') : null,
    invoiceId: line?.invoiceId ?? null,
    invoiceLineId: line?.id ?? null,
    affectedQty: line ? Math.min(line.qty, 1000) : null,
    description: says,
    attachmentIds: photo ? [await saveUpload(rows, home, 'COMPLAINT', file, author)] : [],
  }
  return (await openComplaint(trx, saidOf(body), person, author)).id
}

/** The latest invoice line of a product, or of any, that the customer has by then. */
const lineOf = (
  { trx, rows }: Past,
  customerId: number,
  product: string,
): Promise<{ id: number; invoiceId: number; qty: number } | undefined> =>
  trx('invoice_line as line')
    .join('invoice', 'invoice.id', 'line.invoiceId')
    .where({ 'invoice.soldToId': customerId, 'invoice.invoiceType': 'INVOICE', 'invoice.isCancelled': 0 })
    .where(all => (product === '' ? all : all.where('line.productId', rows.idOf(products, product))))
    .orderBy('line.id', 'desc')
    .first('line.id', 'line.invoiceId', 'line.qty')

/** What a new complaint says, as the command reads it. */
const saidOf = (body: SentOf<typeof opening>) => readBody(opening.body, body) as unknown as NewComplaint

type Taken = readonly [by: string, step: string, said?: Readonly<Record<string, string>>]

async function take({ trx, rows }: Past, complaintId: number, [by, step, said]: Taken) {
  const { person, author } = await callerNamed(trx, rows, by)
  const { rowVersion } = await trx('complaint').where({ id: complaintId }).first('rowVersion')
  const sent = { complaintId, rowVersion, step, ...said }
  await takeSentStep(trx, attachedComplaint, takeComplaintStep, sent, { person, author })
}

/** The service centre makes a complaint of the worst feedback that nobody has taken up. */
async function complainOfFeedback({ trx, rows }: Past) {
  const worst = await trx('feedback')
    .join('shipment', 'shipment.id', 'feedback.shipmentId')
    .join('lr_line', 'lr_line.lrId', 'feedback.lrId')
    .where({ 'feedback.goodsOk': 0, 'feedback.complaintProposal': 'NONE' })
    .whereNotNull('lr_line.invoiceId')
    .whereNotNull('shipment.customerId')
    .orderBy('feedback.id', 'desc')
    .first('feedback.id', 'feedback.comments', 'shipment.customerId', 'lr_line.invoiceId')
  if (!worst) return
  const { person, author } = await callerNamed(trx, rows, 'csc_agent')
  const { id: feedbackId, customerId, invoiceId, comments } = worst
  const categoryId = rows.idOf(complaintCategory, 'WRONG')
  const body = { customerId, categoryId, invoiceId, feedbackId, description: comments }
  await openComplaint(trx, saidOf(body), person, author)
}
