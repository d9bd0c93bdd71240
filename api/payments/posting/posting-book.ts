import type { Knex } from 'knex'
import { sum } from '../../../resources/define/amounts.ts'
import { rupees } from '../../../resources/define/show.ts'
import { type PaymentCapture, paymentCapture } from '../../../resources/payments/money/payment-capture.ts'
import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { type SapOutbox, sapOutbox } from '../../../resources/platform/sap-outbox.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { netCreditOf, type PaymentMessage } from '../../sap/sending/journal-entry.ts'
import { settledBy } from './capture-lines.ts'
import { amountIn } from './customer-lines.ts'
import { counts, hasFailed, isOnItsWay, postedBy, postingTypes } from './postings.ts'
import { standingOf } from './returns-in-sap.ts'
import { clearingStateOf } from './settle-clearing.ts'

const PAGE = 500

/** A capture with what SAP was sent of it, what of it went back, and the tax deducted on what it settles, in paise. */
interface InSap {
  capture: PaymentCapture
  messages: readonly SapOutbox[]
  returns: readonly Refund[]
  tds: number
}

/**
 * Finds, as sentences, where SAP was sent something else than what was captured and went back: each capture in rupees is
 * posted once, each settled return has a document of its own, and all lines together are the money and its tax.
 */
export async function findPostingDifferences(db: Knex): Promise<string[]> {
  const differences: string[] = []
  for (let after = 0; ; ) {
    const captures = await rowsOf(db, paymentCapture, rows => rows.where('id', '>', after).orderBy('id').limit(PAGE))
    const last = captures.at(-1)
    if (!last) return differences
    const ids = captures.map(({ id }) => id)
    const messages = await rowsOf(db, sapOutbox, rows =>
      rows.where('ownerType', 'CAPTURE').whereIn('ownerId', ids).orderBy('id'),
    )
    const returns = await rowsOf(db, refund, rows => rows.whereIn('captureId', ids).orderBy('id'))
    const settled = await settledBy(db, ids)
    for (const capture of captures) {
      const isOwn = ({ captureId }: { captureId: number }) => captureId === capture.id
      const own = { messages: messages.filter(one => one.ownerId === capture.id), returns: returns.filter(isOwn) }
      const tds = sum(settled.filter(isOwn).map(one => one.tdsAmount))
      const faults = faultsOf({ capture, ...own, tds })
      differences.push(...faults.map(why => `Capture ${capture.gatewayTxnId} (${capture.sapReference}) ${why}`))
    }
    after = last.id
  }
}

function faultsOf(inSap: InSap): string[] {
  const { capture, messages } = inSap
  const clearing = clearingStateOf(messages.filter(({ messageType }) => messageType === 'PAYMENT_CLEAR'))
  const faults =
    clearing === capture.clearingRequest
      ? []
      : [`is ${capture.clearingRequest} with its clearing, and by its requests to SAP ${clearing}`]
  return [...faults, ...postingFaults(inSap)]
}

function postingFaults({ capture, messages, returns, tds }: InSap): string[] {
  const { amount, postingStatus } = capture
  const postings = messages.filter(
    message => postingTypes.some(type => type === message.messageType) && counts(capture, message),
  )
  const first = postings.filter(({ messageType }) => messageType === 'PAYMENT_POST')
  if (postingStatus === 'NOT_DUE')
    return postings.length === 0 ? [] : ['is not to be posted in SAP, and has messages to it']
  // What was captured before captures were posted waits for Finance.
  if (first.length === 0 && postingStatus === 'STUCK') return []
  if (first.length !== 1) return [`has ${first.length} postings in SAP instead of 1`]
  const sent = (first[0]!.payload as PaymentMessage).amount
  if (sent !== amount) return [`of ${rupees(amount)} goes to SAP with ${rupees(sent)}`]
  return [...returnFaults(postings, returns), ...lineFaults(capture, postings, returns, tds)]
}

/** Returns that SAP has not, nor gets; and those that it has though they did not happen. */
const returnFaults = (postings: readonly SapOutbox[], returns: readonly Refund[]) =>
  returns.flatMap(({ id, refundNo, status, amount, postingStatus }) => {
    const standing = standingOf(postings, id)
    const isSettled = status === 'SETTLED'
    if (standing && !isSettled && !isOnItsWay(standing)) return [`has return ${refundNo} in SAP, which is ${status}`]
    if (standing && Math.abs((standing.payload as PaymentMessage).amount) !== amount)
      return [`has return ${refundNo} of ${rupees(amount)} in SAP with another amount`]
    if (!standing && isSettled && ['QUEUED', 'REVERSED'].includes(postingStatus))
      return [`has no document of return ${refundNo} in SAP, nor a message`]
    return []
  })

/** What all lines credit the customer with is what came and did not go back, with the tax: once SAP has all of it. */
function lineFaults(capture: PaymentCapture, postings: readonly SapOutbox[], returns: readonly Refund[], tds: number) {
  const isMissing = ({ id, status }: Refund) => status === 'SETTLED' && !standingOf(postings, id)
  const isUnderWay = postings.some(one => isOnItsWay(one) || hasFailed(one)) || returns.some(isMissing)
  if (isUnderWay || capture.postingStatus === 'STUCK') return []
  const posted = postings.map(postedBy)
  const credit = sum(posted.map(({ payment, isReversal }) => (isReversal ? -1 : 1) * netCreditOf(payment)))
  const due = amountIn(posted) + tds
  return credit === due ? [] : [`credits the customer with ${rupees(credit)} in SAP instead of ${rupees(due)}`]
}
