import { payuPauses, payuRefundCodes, payuRefundWords } from '../../../resources/payments/gateways/payu-words.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import type { NoAnswer } from './calls-in-turn.ts'
import { type Fields, fromGatewayAmount, objectOf, readJson, textIn, textsOf, toGatewayAmount } from './fields.ts'
import { type RefundAnswer, type RefundOrder, type Refunds, unknown } from './gateway.ts'

/** Sends one of PayU's commands, signed, and returns the text of its answer. */
type Command = (name: string, var1: string, more?: Fields) => Promise<string | NoAnswer>

/** Refunds of PayU (docs.payu.in, refund transaction API and check action status API). */
export const payuRefunds = (command: Command): Refunds => ({
  async refund({ gatewayTxnId, refundNo, amount }) {
    const more = { var2: refundNo, var3: toGatewayAmount(amount) }
    const answer = await command('cancel_refund_transaction', gatewayTxnId, more)
    return typeof answer === 'string' ? readTaken(answer) : answer
  },
  async refundStatus(order) {
    const answer = order.requestId
      ? await command('check_action_status', order.requestId)
      : await command('check_action_status', order.gatewayTxnId, { var2: 'payuid' })
    return typeof answer === 'string' ? readActions(answer, order) : answer
  },
})

function readTaken(answer: string): RefundAnswer {
  const fields = textsOf(readJson(answer) ?? {})
  const message = textIn(fields, 'msg') ?? 'PayU gave no reason'
  const requestId = textIn(fields, 'request_id')
  const code = textIn(fields, 'error_code')
  // Its pages show answers of success without a code.
  const meaning = code === null && fields.status === '1' && requestId ? 'ACCEPTED' : meaningIn(payuRefundCodes, code)
  switch (meaning) {
    case 'SETTLED':
      return { status: 'SETTLED', requestId, bankArn: null, amount: null }
    case 'ACCEPTED':
      return { status: 'ACCEPTED', requestId, message }
    case 'NOT_YET':
      return { status: 'NOT_YET', code: code!, message, afterSeconds: payuPauses[code!]! }
    case 'ASK_STATUS':
      return { status: 'ASK_STATUS', message }
    case 'FAILED':
      return { status: 'FAILED', code: code!, message }
    case null:
      return unknown('ERROR', `PayU answered the refund with ${code ?? 'no code'}: ${message}`)
  }
}

function readActions(answer: string, { refundNo }: RefundOrder): RefundAnswer {
  const body = readJson(answer)
  const details = objectOf(body?.transaction_details)
  if (!details && body?.status !== '0') return unknown('ERROR', 'PayU answered without actions')
  // A capture stands beside the refunds, with a success of its own.
  const action = actionsIn(details ?? {}).find(
    fields => fields.action?.toLowerCase() === 'refund' && fields.token === refundNo,
  )
  if (!action) return unknown('NOT_FOUND', 'PayU does not know the refund')
  const said = action.status ?? ''
  const requestId = textIn(action, 'request_id')
  switch (meaningIn(payuRefundWords, said)) {
    case 'SETTLED':
      return {
        status: 'SETTLED',
        requestId,
        bankArn: textIn(action, 'bank_arn'),
        amount: fromGatewayAmount(textIn(action, 'amt')),
      }
    case 'ACCEPTED':
      return { status: 'ACCEPTED', requestId, message: `PayU says ${said}` }
    case 'FAILED':
      return { status: 'FAILED', code: said, message: textIn(action, 'remark') ?? 'PayU could not give the money back' }
    default:
      return unknown('ERROR', `PayU answered "${said}" about the refund, which is not known`)
  }
}

/** The actions of an answer, which lie by request below the number that was asked about. */
const actionsIn = (details: Record<string, unknown>): Fields[] =>
  Object.values(details).flatMap(under => {
    const inner = objectOf(under)
    if (!inner) return []
    return 'action' in inner ? [textsOf(inner)] : Object.values(inner).flatMap(one => textsOfOne(one))
  })

const textsOfOne = (one: unknown): Fields[] => {
  const fields = objectOf(one)
  return fields ? [textsOf(fields)] : []
}
