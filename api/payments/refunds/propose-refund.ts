import type { Knex } from 'knex'
import type { BodyOf } from '../../../resources/define/command.ts'
import { rupees } from '../../../resources/define/show.ts'
import type { refundCapture } from '../../../resources/payments/commands/money.ts'
import { paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import type { Refund } from '../../../resources/payments/refund.ts'
import { refundProcess } from '../../../resources/payments/refund-process.ts'
import { paymentAccount } from '../../../resources/settings/payment-account.ts'
import type { Context } from '../../derive/command/serve-commands.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { notFound, refused } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { lockCapture } from '../money/ledger.ts'
import { recountPayment } from '../money/recount.ts'
import { returnableOf, setAside } from '../money/set-aside.ts'
import { gatewayOf } from '../results/gateways-at-work.ts'
import { newRefund, type Told } from './new-refund.ts'

/**
 * Proposes that money of a capture goes back: its rupees are set aside at once, until another person confirms or rejects
 * it. Throws 404 out of scope, 422 where less can go back or the gateway takes no refunds from the portal.
 */
export async function proposeRefund(
  { id, amount, how, reason }: BodyOf<typeof refundCapture>,
  { trx: db, person, author }: Context,
) {
  const asked = db('payment_capture').where('payment_capture.id', id)
  const found = await restrict(asked, db, paymentCapture, person, 'read').first('payment_capture.accountId')
  if (!found) throw notFound()
  if (how === 'API') await demandRefunds(db, found.accountId)
  const told = { kind: 'REFUND' as const, how, amount, status: refundProcess.start, reason, proposedById: person.id }
  const { refundNo, id: refundId } = await transact(db, trx => propose(trx, id, told, author), 'latest')
  return { id: refundId, refundNo, message: 'Another person of Finance has to confirm it.' }
}

async function propose(trx: Knex, captureId: number, told: Told, author: Author): Promise<Refund> {
  const { capture } = await lockCapture(trx, captureId)
  const most = await returnableOf(trx, capture)
  if (told.amount > most) throw refused([{ field: 'amount', code: 'TOO_MUCH', message: tooMuch(most) }])
  const row = await newRefund(trx, capture, told, author)
  await setAside(trx, capture, row, told.amount, author)
  await recountPayment(trx, capture.transactionId, author)
  return row
}

const tooMuch = (most: number) =>
  most === 0
    ? 'Nothing of this capture is left: all of it goes back already'
    : `Amount must be at most ${rupees(most)}: no more of this capture can go back`

/** Why an account sends no refunds by its gateway, as a sentence. */
const BY_HAND_ONLY =
  'The gateway of this account takes no refunds from the portal: choose Bank transfer by hand, or refund it in the gateway’s console'

async function demandRefunds(db: Knex, accountId: number): Promise<void> {
  const [account] = await rowsOf(db, paymentAccount, rows => rows.where('id', accountId))
  if (gatewayOf(db, account!).refund === null)
    throw refused([{ field: 'how', code: 'BY_HAND_ONLY', message: BY_HAND_ONLY }])
}
