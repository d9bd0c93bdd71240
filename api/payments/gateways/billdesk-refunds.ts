import { randomUUID } from 'node:crypto'
import { billdeskRefundWords } from '../../../resources/payments/gateways/billdesk-words.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import { now } from '../../platform/clock.ts'
import { askGateway } from './ask.ts'
import type { NoAnswer } from './calls-in-turn.ts'
import { type Fields, textIn, textsOf, toGatewayAmount } from './fields.ts'
import { type GatewayAccount, type RefundAnswer, type RefundOrder, type Refunds, unknown } from './gateway.ts'
import { readJws, signJws } from './jws.ts'
import { secretsOf } from './signatures.ts'

const LIVE = 'https://api.billdesk.com'
const TRIAL = 'https://uat1.billdesk.com/u2'
/** How BillDesk names rupees. */
const RUPEES = '356'
/** What its pages call a request that it refuses for what stands in it. */
const REFUSED = 'invalid_data_error'

/** Refunds of BillDesk's current interface of signed tokens (docs.billdesk.io, create refund and retrieve refund). */
export function billdeskRefunds(account: GatewayAccount): Refunds {
  const { MERCHANT_ID: mercid = '', CLIENT_ID: clientid = '' } = account.identities
  async function ask(what: 'create' | 'get', payload: object): Promise<Fields | NoAnswer> {
    const answer = await askGateway(account, `${apiOf(account)}/payments/ve1_2/refunds/${what}`, {
      body: signJws(account.secret, { alg: 'HS256', clientid }, payload),
      headers: {
        'Content-Type': 'application/jose',
        Accept: 'application/jose',
        // A number that comes again within a day is refused, so each try has its own.
        'BD-Traceid': randomUUID().replaceAll('-', ''),
        'BD-Timestamp': billdeskTime(now()),
      },
    })
    if (typeof answer !== 'string') return answer
    for (const key of secretsOf(account)) {
      const read = readJws(key, answer)
      if (read) return textsOf(read)
    }
    return unknown('ERROR', 'BillDesk answered something that is not signed')
  }

  const refundStatus = async (order: RefundOrder): Promise<RefundAnswer> => {
    const answer = await ask('get', { mercid, merc_refund_ref_no: order.refundNo })
    if (isNoAnswer(answer)) return answer
    return textIn(answer, 'error_code')
      ? unknown('NOT_FOUND', 'BillDesk does not know the refund')
      : readState(answer, order)
  }
  return {
    async refund(order) {
      const answer = await ask('create', {
        transactionid: order.gatewayTxnId,
        ...(order.orderNo && { orderid: order.orderNo }),
        mercid,
        transaction_date: indianInstant(order.capturedAt),
        txn_amount: toGatewayAmount(order.captureAmount),
        refund_amount: toGatewayAmount(order.amount),
        currency: RUPEES,
        merc_refund_ref_no: order.refundNo,
      })
      if (isNoAnswer(answer)) return answer
      const code = textIn(answer, 'error_code')
      if (code === null) return readState(answer, order)
      const message = textIn(answer, 'message') ?? 'BillDesk gave no reason'
      if (answer.error_type !== REFUSED) return unknown('ERROR', `BillDesk answered ${code}: ${message}`)
      // It refuses a number that it knows in the same words, after an answer that was lost.
      const state = await refundStatus(order)
      return state.status === 'UNKNOWN' && state.why === 'NOT_FOUND' ? { status: 'FAILED', code, message } : state
    },
    refundStatus,
  }
}

function readState(fields: Fields, { refundNo }: RefundOrder): RefundAnswer {
  if (fields.merc_refund_ref_no !== refundNo) return unknown('ERROR', 'BillDesk answered without this refund')
  const said = fields.refund_status ?? ''
  if (meaningIn(billdeskRefundWords, said) !== 'ACCEPTED')
    return unknown('ERROR', `BillDesk answered "${said}" about the refund, which is not known`)
  return { status: 'ACCEPTED', requestId: textIn(fields, 'refundid'), message: `BillDesk says ${said}` }
}

/** Where refunds are asked for: on another host than payments, unless that is none of BillDesk's. */
function apiOf({ askAt }: GatewayAccount): string {
  const hostname = URL.parse(askAt)?.hostname ?? ''
  if (!hostname.endsWith('.billdesk.com')) return askAt
  return hostname.startsWith('uat') ? TRIAL : LIVE
}

const isNoAnswer = (answer: Fields | NoAnswer): answer is NoAnswer => answer.status === 'UNKNOWN'

const IST = 330 * 60_000

/** An instant on the Indian clock without separators: `20261122152302`. */
export const billdeskTime = (instant: string) => onIndianClock(instant).replace(/\D/g, '').slice(0, 14)

/** An instant on the Indian clock with its distance to UTC: `2026-11-22T15:23:02+05:30`. */
const indianInstant = (instant: string) => `${onIndianClock(instant).slice(0, 19)}+05:30`

const onIndianClock = (instant: string) => new Date(Date.parse(instant) + IST).toISOString()
