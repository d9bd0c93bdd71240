import type { Knex } from 'knex'
import { dayOf } from '../../../resources/define/dates.ts'
import { rupees } from '../../../resources/define/show.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { refundProcess } from '../../../resources/payments/refund-process.ts'
import { attach } from '../../derive/process/attach.ts'
import type { Author } from '../../derive/save/author.ts'
import { now, today } from '../../platform/clock.ts'
import { invalidField, refused } from '../../platform/errors.ts'
import { lockPayment } from '../lock-payment.ts'
import { lockCapture } from '../money/ledger.ts'
import { recountPayment } from '../money/recount.ts'
import { putBack } from '../money/set-aside.ts'
import { reverseReturn } from '../posting/post-money.ts'
import { demandSecondPerson } from '../second-person.ts'
import { expectedFrom } from './expected-by.ts'
import { mailRefund } from './mail-refund.ts'
import { followSettling, holdAgain, settledNow } from './settle-refund.ts'

/** What is particular of the steps of a refund. */
export const attachedRefund = attach<Refund, typeof refundProcess>(refundProcess, {
  resource: refund,
  numberOf: ({ refundNo }) => refundNo,
  effects: {
    /** Throws 403 for the person who proposed it. The job asks the gateway; its payer is told by when it is back. */
    async confirmRefund(trx, { row, person }) {
      await demandSecondPerson(trx, row.proposedById, person, 'proposed it')
      const expectedBy = await expectedFrom(trx, today())
      const isAsked = row.how === 'API'
      return {
        changes: { confirmedById: person.id, expectedBy, nextAskAt: isAsked ? now() : null },
        answer: isAsked ? 'The gateway is asked for it within a minute.' : transferIt(row),
        follow: async after => {
          await mailRefund(trx, await lockPayment(trx, row.transactionId), after, 'REFUND_ASKED')
          return after
        },
      }
    },
    /** Its rupees are to be decided again. */
    async reject(trx, { row, person, author, said: { reason } }) {
      const { capture } = await lockCapture(trx, row.captureId)
      await putBack(trx, capture, row, author)
      return {
        changes: { confirmedById: person.id, rejectReason: reason },
        follow: after => recounted(trx, after, author),
      }
    },
    /** Throws 422 where its rupees have gone elsewhere since the gateway refused it. */
    async sendByHand(trx, { row, author }) {
      await demandHeld(trx, row, author)
      const expectedBy = await expectedFrom(trx, today())
      return {
        changes: { how: 'HAND', expectedBy, nextAskAt: null, failedText: null, doneReference: null, doneById: null },
        answer: transferIt(row),
        follow: after => recounted(trx, after, author),
      }
    },
    /** Its rupees are to be decided again, and SAP reverses what it posted of it. */
    async bounce(trx, { row, author, said: { failedText } }) {
      const { capture } = await lockCapture(trx, row.captureId)
      return {
        changes: { failedText, settledAt: null },
        answer: 'SAP reverses it. Decide what its money is for now.',
        async follow(after) {
          await putBack(trx, capture, after, author)
          await reverseReturn(trx, after, author)
          return recounted(trx, after, author)
        },
      }
    },
    /** Throws 400 for a day before the capture, or to come. */
    async enterDone(trx, { row, person, said }) {
      const { doneReference, doneOn, proofId } = said
      const { capturedAt } = await trx('payment_capture').where('id', row.captureId).first('capturedAt')
      if (doneOn < dayOf(capturedAt) || doneOn > today())
        throw invalidField('doneOn', 'RANGE', 'Refunded on must be from the day of the payment to today')
      return {
        changes: { doneReference, doneOn, proofId, doneById: person.id },
        answer: 'Another person of Finance has to confirm it.',
      }
    },
    /** Throws 403 for the person who entered it, 422 where its rupees have gone elsewhere since it was refused. */
    async confirmDone(trx, { row, person, author }) {
      await demandSecondPerson(trx, row.doneById, person, 'entered it')
      await demandHeld(trx, row, author)
      return {
        changes: { ...settledChanges(), bankArn: row.bankArn ?? row.doneReference, confirmedById: person.id },
        follow: async after => {
          await followSettling(trx, await lockPayment(trx, row.transactionId), after, author)
          return after
        },
      }
    },
    /** The first person notes it, the second confirms that it was noted. Throws 403 for the same person twice. */
    async acknowledge(trx, { row, person }) {
      if (row.notedById === null)
        return { changes: { notedById: person.id }, answer: 'Another person of Finance takes note of it, too.' }
      await demandSecondPerson(trx, row.notedById, person, 'took note of it first')
      return { changes: { confirmedById: person.id } }
    },
  },
  tell: {},
})

const transferIt = ({ amount, refundNo }: Refund) =>
  `Transfer ${rupees(amount)} to the payer with the reference ${refundNo}, then enter it as done.`

/** Its state is saved by the step itself. */
function settledChanges() {
  const { status: _, ...changes } = settledNow()
  return changes
}

async function demandHeld(trx: Knex, row: Refund, author: Author): Promise<void> {
  const { capture } = await lockCapture(trx, row.captureId)
  const held = await holdAgain(trx, capture, row, row.amount, author)
  if (held === row.amount) return
  const message = `Only ${rupees(held)} of this capture is left since the gateway refused it: propose a refund of that`
  throw refused([{ field: 'amount', code: 'TOO_MUCH', message }])
}

async function recounted(trx: Knex, after: Refund, author: Author): Promise<Refund> {
  await recountPayment(trx, after.transactionId, author)
  return after
}
