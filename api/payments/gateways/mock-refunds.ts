import { mockRefundWords } from '../../../resources/payments/gateways/mock-words.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import { askGateway } from './ask.ts'
import { type Fields, fromGatewayAmount, readJson, textIn, textsOf, toGatewayAmount } from './fields.ts'
import { type GatewayAccount, type RefundAnswer, type RefundOrder, type Refunds, unknown } from './gateway.ts'
import { hmacSha256, isSigned } from './signatures.ts'

/** What a question about a refund is signed with. */
export const mockRefundSignature = (secret: string, { gateway_txn_id, refund_no, amount }: Fields) =>
  hmacSha256(secret, [gateway_txn_id, refund_no, amount].join('|'))

/** What an answer about a refund is signed with. */
export const mockRefundAnswerSignature = (secret: string, { refund_no, amount, status, code, bank_arn }: Fields) =>
  hmacSha256(secret, [refund_no, amount, status, code ?? '', bank_arn ?? ''].join('|'))

/** Refunds of the gateway that is part of the portal. */
export function mockRefunds(account: GatewayAccount): Refunds {
  async function ask(path: string, { gatewayTxnId, refundNo, amount }: RefundOrder): Promise<RefundAnswer> {
    const fields = { gateway_txn_id: gatewayTxnId, refund_no: refundNo, amount: toGatewayAmount(amount) }
    const signature = mockRefundSignature(account.secret, fields)
    const answer = await askGateway(account, `${account.askAt}/${path}`, { ...fields, signature })
    return typeof answer === 'string' ? read(account, textsOf(readJson(answer) ?? {}), refundNo) : answer
  }
  return { refund: order => ask('refund', order), refundStatus: order => ask('refund-status', order) }
}

function read(account: GatewayAccount, fields: Fields, refundNo: string): RefundAnswer {
  const isOurs = isSigned(account, fields.signature ?? '', secret => mockRefundAnswerSignature(secret, fields))
  if (!isOurs || fields.refund_no !== refundNo)
    return unknown('ERROR', 'The gateway answered something that is not signed for this refund')
  const { status: said = '', code = '', message = '' } = fields
  const requestId = textIn(fields, 'refund_id')
  switch (meaningIn(mockRefundWords, said)) {
    case 'SETTLED': {
      const bankArn = textIn(fields, 'bank_arn')
      return { status: 'SETTLED', requestId, bankArn, amount: fromGatewayAmount(textIn(fields, 'amount')) }
    }
    case 'ACCEPTED':
      return { status: 'ACCEPTED', requestId, message }
    case 'NOT_YET':
      return { status: 'NOT_YET', code, message, afterSeconds: Number(fields.after_seconds ?? 60) }
    case 'ASK_STATUS':
      return { status: 'ASK_STATUS', message }
    case 'FAILED':
      return { status: 'FAILED', code, message }
    case null:
      return said === 'NOT_FOUND'
        ? unknown('NOT_FOUND', 'The gateway does not know the refund')
        : unknown('ERROR', `The gateway answered "${said}" about the refund, which is not known`)
  }
}
