import { type Fields, fromGatewayAmount, toGatewayAmount } from '../../payments/gateways/fields.ts'
import type { Books } from './books.ts'
import type { SimulatedCapture } from './ledger.ts'
import { arnOf, type SimulatedReturn } from './returns.ts'
import { netOf, type SettledRow } from './settled-rows.ts'
import { type Answer, jsonAnswer, lostAnswer } from './simulated-gateway.ts'

/** Answers PayU's commands about refunds and settlements. */
export function answerPayuCommand(fields: Fields, books: Books): Answer {
  if (fields.command === 'cancel_refund_transaction') return refund(fields, books)
  if (fields.command === 'check_action_status') return actions(fields, books)
  if (fields.command === 'get_settlement_details') return settlement(fields, books)
  return jsonAnswer({ status: 0, msg: 'Invalid command' })
}

function refund({ var1: mihpayid = '', var2: token = '', var3 = '' }: Fields, books: Books): Answer {
  const outcome = books.refund({ gatewayTxnId: mihpayid, refundNo: token, amount: fromGatewayAmount(var3) })
  const refused = (error_code: number, msg: string) => jsonAnswer({ status: 0, msg, error_code, mihpayid })
  switch (outcome.is) {
    case 'TAKEN': {
      if (outcome.isLost) return lostAnswer
      const { requestId } = outcome.back
      const said = { status: 1, msg: 'Refund Request Queued', request_id: requestId, bank_ref_num: null }
      return jsonAnswer({ ...said, mihpayid: Number(mihpayid), error_code: 102 })
    }
    case 'KNOWN':
      return refused(106, 'Token already exists')
    case 'REPEATED':
      return refused(214, 'Same amount same transaction within 5 minutes')
    case 'NO_CAPTURE':
      return refused(116, 'Transaction not found')
    case 'TOO_MUCH': {
      const left = `Chargeback present, the remaining refundable amount is ${toGatewayAmount(outcome.left)}`
      return outcome.isDisputed
        ? refused(113, `Invalid Amount – ${left}`)
        : refused(105, 'Refund FAILURE - Invalid amount')
    }
    case 'REFUSED':
      return refused(Number(outcome.code), refusals[outcome.code] ?? 'FAILURE')
  }
}

/** What PayU writes beside a code; that of a low balance says nothing of one. */
const refusals: Readonly<Record<string, string>> = {
  120: 'Transaction lock could not be obtained',
  225: 'Invalid request',
  226: 'Capture has been initiated today. Please check for refund status tomorrow',
  227: 'Transactions with the same amount and same token are not allowed',
  230: 'FAILURE – Purged Transaction. Refund request requires manual follow-up',
}

function actions({ var1 = '', var2 }: Fields, books: Books): Answer {
  const byCapture = var2 === 'payuid'
  const asked = books.returns().filter(back => (byCapture ? back.gatewayTxnId : back.requestId) === var1)
  const capture = byCapture ? books.capture(var1) : null
  if (asked.length === 0 && !capture)
    return jsonAnswer({ status: 0, msg: '0 out of 1 Transactions Fetched Successfully' })
  const told = [...asked.filter(isRefund).map(back => [back.requestId, actionOf(back, books.at)] as const)]
  return jsonAnswer({
    status: 1,
    msg: '1 out of 1 Transactions Fetched Successfully',
    transaction_details: {
      [var1]: { ...(capture && { [var1]: captureAction(capture) }), ...Object.fromEntries(told) },
    },
  })
}

const isRefund = ({ kind }: SimulatedReturn) => kind === 'REFUND' || kind === 'AUTO_REFUND'

const actionOf = (back: SimulatedReturn, at: string) => ({
  mihpayid: back.gatewayTxnId,
  request_id: back.requestId,
  bank_ref_num: '',
  amt: toGatewayAmount(back.amount),
  mode: 'CC',
  action: 'refund',
  token: back.refundNo,
  status: back.dueAt > at ? 'queued' : back.ends === 'SETTLED' ? 'success' : 'failure',
  bank_arn: back.dueAt <= at && back.ends === 'SETTLED' ? arnOf(back) : null,
})

const captureAction = ({ gatewayTxnId, paid }: SimulatedCapture) => ({
  ...{ mihpayid: gatewayTxnId, request_id: gatewayTxnId, bank_ref_num: '', amt: paid, mode: 'CC' },
  ...{ action: 'capture', token: '', status: 'SUCCESS', bank_arn: null },
})

function settlement({ var1: day = '', var2 = '1', var3 = '2000' }: Fields, books: Books): Answer {
  const rows = books.settled(day)
  if (rows.length === 0) return jsonAnswer({ status: 0, msg: `No transactions settled on ${day}` })
  const from = (Number(var2) - 1) * Number(var3)
  const page = rows.slice(from, from + Number(var3)).map((row, place) => [String(from + place + 1), payuRow(row)])
  return jsonAnswer({
    status: 1,
    msg: `${rows.length} transactions settled on ${day}`,
    Txn_details: Object.fromEntries(page),
  })
}

const actionWords: Readonly<Record<SettledRow['kind'], string>> = {
  ...{ SALE: 'capture', REFUND: 'refund', CHARGEBACK: 'chargeback', CHARGEBACK_WON: 'chargeback' },
  RENTAL: 'rental',
}

/** A row of a settlement by the names of PayU's API. The day is the one that was asked for. */
export const payuRow = (row: SettledRow): Fields => ({
  payuid: row.gatewayTxnId,
  txnid: row.orderNo,
  requestid: row.eventId,
  token: row.refundNo,
  requestaction: actionWords[row.kind],
  requestamount: signed(row.gross),
  mer_service_fee: toGatewayAmount(row.fee),
  mer_service_tax: toGatewayAmount(row.gst),
  mer_net_amount: signed(netOf(row)),
  mer_utr: row.utr,
})

/** Paise as rupees, with a minus where they were taken back. */
export const signed = (paise: number) => `${paise < 0 ? '-' : ''}${toGatewayAmount(Math.abs(paise))}`
