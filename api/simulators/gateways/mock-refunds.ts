import { type Fields, fromGatewayAmount, toGatewayAmount } from '../../payments/gateways/fields.ts'
import type { GatewayAccount } from '../../payments/gateways/gateway.ts'
import { mockRefundAnswerSignature, mockRefundSignature } from '../../payments/gateways/mock-refunds.ts'
import { isSigned } from '../../payments/gateways/signatures.ts'
import type { Books } from './books.ts'
import { arnOf, type RefundOutcome, type SimulatedReturn } from './returns.ts'
import { type Answer, jsonAnswer, lostAnswer } from './simulated-gateway.ts'

/** Answers MOCK's questions about refunds, asked for or asked about. */
export function answerMockRefund(account: GatewayAccount, path: string, asked: Fields, books: Books): Answer {
  if (!isSigned(account, asked.signature ?? '', secret => mockRefundSignature(secret, asked)))
    return jsonAnswer({ message: 'The signature does not fit this refund.' }, 400)
  const { gateway_txn_id: gatewayTxnId = '', refund_no: refundNo = '', amount = '' } = asked
  const said =
    path === '/refund'
      ? taken(books.refund({ gatewayTxnId, refundNo, amount: fromGatewayAmount(amount) }), books.at)
      : stateOf(
          books.returns(gatewayTxnId).find(back => back.refundNo === refundNo),
          books.at,
        )
  if (said === null) return lostAnswer
  const answer = { refund_no: refundNo, amount, ...said }
  return jsonAnswer({ ...answer, signature: mockRefundAnswerSignature(account.secret, answer) })
}

/** What it says of a refund that was asked for; null where the answer is lost. */
function taken(outcome: RefundOutcome, at: string): Fields | null {
  switch (outcome.is) {
    case 'TAKEN':
      return outcome.isLost ? null : stateOf(outcome.back, at)
    case 'KNOWN':
      return { status: 'KNOWN', code: '106', message: 'This refund number is known' }
    case 'REPEATED':
      return { status: 'NOT_YET', code: '214', message: 'The same amount within five minutes', after_seconds: '360' }
    case 'NO_CAPTURE':
      return { status: 'FAILED', code: 'NO_CAPTURE', message: 'There is no such payment' }
    case 'TOO_MUCH':
      return { status: 'FAILED', code: 'TOO_MUCH', message: `${toGatewayAmount(outcome.left)} can be refunded` }
    case 'REFUSED':
      return outcome.code === '214'
        ? { status: 'NOT_YET', code: '214', message: 'The same amount within five minutes', after_seconds: '360' }
        : { status: 'FAILED', code: outcome.code, message: 'The refund is refused' }
  }
}

function stateOf(back: SimulatedReturn | undefined, at: string): Fields {
  if (!back) return { status: 'NOT_FOUND' }
  const told = { refund_id: back.requestId, amount: toGatewayAmount(back.amount) }
  if (back.dueAt > at) return { ...told, status: 'ACCEPTED', message: 'The refund is under way' }
  return back.ends === 'SETTLED'
    ? { ...told, status: 'SETTLED', bank_arn: arnOf(back) }
    : { ...told, status: 'FAILED', code: 'BANK', message: 'The bank of the payer did not take it' }
}
