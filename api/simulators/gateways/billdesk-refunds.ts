import { type Fields, fromGatewayAmount, textsOf, toGatewayAmount } from '../../payments/gateways/fields.ts'
import type { GatewayAccount } from '../../payments/gateways/gateway.ts'
import { readJws, signJws } from '../../payments/gateways/jws.ts'
import type { Books } from './books.ts'
import type { SimulatedReturn } from './returns.ts'
import { type Answer, lostAnswer, type Question } from './simulated-gateway.ts'

/** The numbers of requests that came in one day, each of which counts once. */
const seen = new Map<string, number>()
const DAY = 24 * 60 * 60 * 1000

/** Answers a signed token about a refund, created or asked for. */
export function answerBilldeskRefund(account: GatewayAccount, question: Question, books: Books): Answer {
  const sealed = (body: object, status = 200): Answer => ({
    status,
    type: 'jose',
    body: signJws(account.secret, { alg: 'HS256', clientid: account.identities.CLIENT_ID ?? '' }, body),
  })
  const refused = (error_code: string, message: string) =>
    sealed({ status: 422, error_type: 'invalid_data_error', error_code, message }, 422)
  const read = readJws(account.secret, question.text)
  if (!read) return { status: 401, type: 'text', body: 'Unauthorized' }
  const asked = textsOf(read)
  if (isRepeated(question.header('BD-Traceid'), books.at))
    return sealed(
      { status: 409, error_type: 'api_processing_error', error_code: 'GNTRC0001', message: 'Repeated' },
      409,
    )
  if (asked.mercid !== account.identities.MERCHANT_ID) return refused('GNMER0001', 'Invalid mercid')
  if (question.path.endsWith('/get')) {
    const back = books.returns().find(({ refundNo }) => refundNo === asked.merc_refund_ref_no)
    return back ? sealed(refundOf(back)) : refused('GNIDE0003', 'Refund not found')
  }
  return create(asked, books, { sealed, refused })
}

interface Answers {
  sealed(body: object): Answer
  refused(code: string, message: string): Answer
}

function create(asked: Fields, books: Books, { sealed, refused }: Answers): Answer {
  const { transactionid = '', merc_refund_ref_no: refundNo = '', refund_amount = '' } = asked
  const outcome = books.refund({ gatewayTxnId: transactionid, refundNo, amount: fromGatewayAmount(refund_amount) })
  switch (outcome.is) {
    case 'TAKEN':
      return outcome.isLost ? lostAnswer : sealed(refundOf(outcome.back))
    case 'KNOWN':
      return refused('GNDUP0001', 'Duplicate merc_refund_ref_no')
    case 'REFUSED':
      return refused(outcome.code, 'Refund cannot be initiated')
    case 'TOO_MUCH':
      return refused('RFAMT0001', `Refundable amount is ${toGatewayAmount(outcome.left)}`)
    case 'REPEATED':
    case 'NO_CAPTURE':
      return refused('RFTXN0001', 'Transaction not found')
  }
}

const refundOf = (back: SimulatedReturn) => ({
  objectid: 'refund',
  refundid: back.requestId,
  transactionid: back.gatewayTxnId,
  refund_amount: toGatewayAmount(back.amount),
  currency: '356',
  merc_refund_ref_no: back.refundNo,
  refund_status: '0799',
})

function isRepeated(trace: string, at: string): boolean {
  const before = seen.get(trace)
  const now = Date.parse(at)
  seen.set(trace, now)
  return trace === '' || (before !== undefined && now - before < DAY)
}
