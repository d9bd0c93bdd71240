import type { Knex } from 'knex'
import type { OrderAction } from '../../../resources/orders/order-flow.ts'
import { confirming, mailsOfStep, type OrderMail, readsAmounts } from '../../../resources/orders/order-mails.ts'
import type { Author } from '../../derive/save/write.ts'
import { sendMails } from '../../mail/messages.ts'
import type { Order } from '../move-order.ts'
import { mailCscApproval } from './mail-csc-approval.ts'
import { type MailReceiver, receiversOf } from './mail-receivers.ts'
import { mailSingleBatches } from './mail-single-batch.ts'
import { addressed, wordsFor, wordsOf } from './mail-words.ts'
import { mailedLines } from './mailed-lines.ts'

/** A step as it was taken: from where to where, by whom, with what he said. */
interface TakenStep {
  step: OrderAction
  before: Order
  after: Order
  remark: string | null
  reasonCodeId: number | null
  author: Author
}

/**
 * Writes the mails of a step in its transaction (§J.7): one place for all of them, read from `order-mails.ts`; besides them
 * what the customer service centre and single batches ask for.
 */
export async function mailStep(trx: Knex, taken: TakenStep): Promise<void> {
  const { step, before, after } = taken
  for (const rule of mailsOfStep(step, after.status)) await write(trx, rule, taken)
  if (step === 'approve' && before.pendingStep === 'CSC' && after.pendingStep !== 'CSC')
    await mailCscApproval(trx, after)
  if (confirming.includes(step)) await mailSingleBatches(trx, after)
}

async function write(trx: Knex, rule: OrderMail, { after, remark, reasonCodeId, author }: TakenStep) {
  const receivers = await receiversOf(trx, after, rule.to)
  const lines = rule.withLines ? await mailedLines(trx, after) : []
  const actor = await actorOf(trx, author)
  const reason = reasonCodeId === null ? null : await trx('reason_code').where({ id: reasonCodeId }).first('name')
  const given = { reason: reason?.name ?? null, remark }
  const named = await wordsOf(trx, after)
  await sendMails(
    trx,
    receivers.map(receiver => ({
      ...addressed(receiver, after, rule.template),
      values: { ...named, ...wordsFor(receiver, after, lines), ...said(receiver, actor, given) },
      attach: rule.withOrder ? { orderPdf: after.id, amounts: readsAmounts(receiver.reader) } : null,
    })),
  )
}

interface Actor {
  name: string
  isOurs: boolean
}

async function actorOf(db: Knex, { id }: Author): Promise<Actor> {
  const actor = id === null ? undefined : await db('user').where({ id }).first('name', 'userType')
  return actor ? { name: actor.name, isOurs: actor.userType === 'EMPLOYEE' } : { name: 'the portal', isOurs: true }
}

/** Buyers are told who of theirs acted and what he said; of ours neither the name nor the remark (§I.2, field rules). */
function said({ reader }: MailReceiver, actor: Actor, given: { reason: string | null; remark: string | null }) {
  const open = reader === 'staff' || !actor.isOurs
  const reason = [given.reason, open ? given.remark : null].filter(Boolean).join(': ')
  return { actorName: open ? actor.name : 'our team', reason }
}
