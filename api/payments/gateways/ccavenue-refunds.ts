import { ccavenueRefundCodes, ccavenueRefundWords } from '../../../resources/payments/gateways/ccavenue-words.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import { fromGatewayAmount, objectOf, textIn, textsOf, toGatewayAmount } from './fields.ts'
import type { PendingOrder, RefundAnswer, RefundOrder, Refunds } from './gateway.ts'
import { type Unknown, unknown } from './gateway.ts'

/** Asks CCAvenue by one of its commands, encrypted, and returns what its answer decrypts to. */
type Command = (
  name: string,
  question: Readonly<Record<string, string>>,
) => Promise<Record<string, unknown> | (Unknown & { why: 'TIMEOUT' | 'ERROR' | 'LIMITED' })>

/** What CCAvenue answers where it has nothing of what was asked for. */
const NO_RECORD = ['51419', '51313', '51308']
/** More pages than an account has. */
const MOST_PAGES = 50

/** Refunds of CCAvenue (nermalcat69/ccavenue-api, docs/api, refund and get-refund-details). */
export const ccavenueRefunds = (command: Command): Refunds => ({
  async refund({ gatewayTxnId, refundNo, amount }) {
    const answer = await command('refundOrder', {
      reference_no: gatewayTxnId,
      refund_amount: toGatewayAmount(amount),
      refund_ref_no: refundNo,
    })
    return isUnknown(answer) ? answer : readTaken(answer)
  },
  async refundStatus(order) {
    const answer = await command('getRefundDetails', { reference_no: order.gatewayTxnId })
    return isUnknown(answer) ? answer : readDetails(answer, order)
  },
})

/** Orders that CCAvenue holds until they are confirmed, of all pages (docs/api, pending-orders). */
export async function ccavenuePendingOrders(command: Command): Promise<readonly PendingOrder[] | Unknown> {
  const orders: PendingOrder[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await command('getPendingOrders', { page_number: String(page) })
    if (isUnknown(answer)) return answer
    const result = objectOf(answer.Pending_Orders_Result) ?? answer
    const { error_code = '', error_desc, page_count = '1' } = textsOf(result)
    if (NO_RECORD.includes(error_code)) break
    if (error_code) return unknown('ERROR', `CCAvenue: ${error_desc ?? error_code}`)
    orders.push(...rowsOf(result.pending_Orders).map(pendingOrder))
    if (page >= Number(page_count)) break
  }
  return orders
}

const pendingOrder = (fields: ReturnType<typeof textsOf>): PendingOrder => ({
  orderNo: fields.order_no ?? '',
  gatewayTxnId: fields.reference_no ?? '',
  amount: fromGatewayAmount(textIn(fields, 'order_amt')),
  daysLeft: Number(fields.days_left ?? 0),
})

function readTaken(answer: Record<string, unknown>): RefundAnswer {
  const fields = textsOf(objectOf(answer.Refund_Order_Result) ?? answer)
  if (fields.refund_status === '0') return { status: 'ACCEPTED', requestId: null, message: 'CCAvenue took the refund' }
  const code = textIn(fields, 'error_code')
  const message = textIn(fields, 'reason') ?? 'CCAvenue gave no reason'
  const meaning = meaningIn(ccavenueRefundCodes, code)
  if (meaning === 'ASK_STATUS') return { status: 'ASK_STATUS', message }
  if (meaning === 'FAILED') return { status: 'FAILED', code: code!, message }
  return unknown('ERROR', `CCAvenue answered the refund with ${code ?? 'no code'}: ${message}`)
}

function readDetails(answer: Record<string, unknown>, { refundNo }: RefundOrder): RefundAnswer {
  const result = objectOf(answer.refund_details_Result) ?? answer
  const { error_code = '', error_desc } = textsOf(result)
  if (error_code && !NO_RECORD.includes(error_code)) return unknown('ERROR', `CCAvenue: ${error_desc ?? error_code}`)
  const refund = rowsOf(result.refund_list).find(fields => fields.refund_mer_ref_no === refundNo)
  if (!refund) return unknown('NOT_FOUND', 'CCAvenue does not know the refund')
  const said = refund.refund_status ?? ''
  switch (meaningIn(ccavenueRefundWords, said)) {
    case 'SETTLED':
      return {
        status: 'SETTLED',
        requestId: null,
        bankArn: textIn(refund, 'refund_bank_ref_no'),
        amount: fromGatewayAmount(textIn(refund, 'refund_amt')),
      }
    case 'ACCEPTED':
      return { status: 'ACCEPTED', requestId: null, message: `CCAvenue says ${said}` }
    case 'FAILED':
      return { status: 'FAILED', code: said, message: 'CCAvenue could not give the money back' }
    default:
      return unknown('ERROR', `CCAvenue answered "${said}" about the refund, which is not known`)
  }
}

/** A list, which stands bare where it has one row. */
const rowsOf = (list: unknown) =>
  (Array.isArray(list) ? list : [list]).flatMap(one => {
    const row = objectOf(one)
    return row ? [textsOf(row)] : []
  })

/** Whether there was no answer. */
export const isUnknown = <Why extends Unknown['why']>(
  answer: Record<string, unknown> | (Unknown & { why: Why }),
): answer is Unknown & { why: Why } => answer.status === 'UNKNOWN' && 'why' in answer
