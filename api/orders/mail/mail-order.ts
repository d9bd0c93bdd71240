import type { Knex } from 'knex'
import type { Order } from '../../../resources/orders/order.ts'
import { confirmingSteps, mailsOfStep, type OrderMail, seesAmounts } from '../../../resources/orders/order-mails.ts'
import type { OrderAction } from '../../../resources/orders/order-process.ts'
import { orderStatusText } from '../../../resources/orders/order-status.ts'
import type { Author } from '../../derive/save/author.ts'
import { sendMails } from '../../mail/messages.ts'
import { heldWords } from '../holds/hold-words.ts'
import { deciderOf } from '../waiting-for.ts'
import { mailCscApproval } from './mail-csc-approval.ts'
import { type MailReceiver, receiversOf } from './mail-receivers.ts'
import { mailSingleBatches } from './mail-single-batch.ts'
import { mailTo, orderMailValues, receiverMailValues } from './mail-values.ts'
import { mailedLines } from './mailed-lines.ts'

/** A step that was taken: the order before and after, who took it and why. */
interface TakenStep {
  step: OrderAction
  before: Order
  after: Order
  remark: string | null
  reasonCodeId: number | null
  /** Whether buyers get the mails that are declared for them. */
  tellsBuyers: boolean
  author: Author
}

/**
 * Writes the mails of a step in its transaction: those declared in `order-mails.ts`, and those to the customer service
 * centre and about single batches.
 */
export async function mailStep(trx: Knex, taken: TakenStep): Promise<void> {
  const { step, before, after } = taken
  for (const rule of mailsOfStep(step, after.status)) await writeMails(trx, rule, taken)
  if (step === 'approve' && before.pendingStep === 'CSC' && after.pendingStep !== 'CSC')
    await mailCscApproval(trx, after)
  if (confirmingSteps.includes(step)) await mailSingleBatches(trx, after)
}

async function writeMails(trx: Knex, rule: OrderMail, { after, remark, reasonCodeId, tellsBuyers, author }: TakenStep) {
  const all = await receiversOf(trx, after, rule.to)
  const receivers = tellsBuyers ? all : all.filter(({ reader }) => reader === 'staff')
  const lines = rule.withLines ? await mailedLines(trx, after) : []
  const actor = await actorOf(trx, author)
  const reason = reasonCodeId === null ? null : await trx('reason_code').where({ id: reasonCodeId }).first('name')
  const reasonGiven = { reason: reason?.name ?? null, remark }
  const orderValues = await orderMailValues(trx, after)
  const facts = {
    ...after,
    waitingFor: await deciderOf(trx, after.currentTaskId),
    isForAcceptance: after.pendingStep === 'ACCEPTANCE',
    ...(await heldWords(trx, after.id)),
  }
  await sendMails(
    trx,
    receivers.map(receiver => ({
      ...mailTo(receiver, after, rule.template),
      values: {
        ...orderValues,
        ...receiverMailValues(receiver, after, lines),
        ...actorValues(receiver, actor, reasonGiven),
        status: orderStatusText(facts, receiver.reader === 'staff' ? 'staff' : 'buyer'),
      },
      attach: rule.withOrder ? { orderPdf: after.id, amounts: seesAmounts(receiver.reader) } : null,
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

/** The actor and the reason as the receiver sees them: buyers see neither names nor remarks of our employees. */
function actorValues(
  { reader }: MailReceiver,
  actor: Actor,
  reasonGiven: { reason: string | null; remark: string | null },
) {
  const namesActor = reader === 'staff' || !actor.isOurs
  const reason = [reasonGiven.reason, namesActor ? reasonGiven.remark : null].filter(Boolean).join(': ')
  return { actorName: namesActor ? actor.name : 'our team', reason }
}
