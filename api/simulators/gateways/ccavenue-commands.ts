import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import { type Fields, fromGatewayAmount, toGatewayAmount } from '../../payments/gateways/fields.ts'
import type { Books } from './books.ts'
import { signed } from './payu-commands.ts'
import { arnOf, type SimulatedReturn } from './returns.ts'
import { netOf, type SettledRow } from './settled-rows.ts'
import { bankReference, wordFor } from './simulated-gateway.ts'
import type { Told } from './told.ts'

/** An order is known by other words than a callback. */
const words: Record<WordMeaning, string> = {
  ...{ SUCCESS: 'Shipped', FAILED: 'Unsuccessful', CANCELLED: 'Aborted', PENDING: 'Awaited' },
  AUTHORISED: 'Successful',
  ...{ AUTO_REFUND: 'System refund', REVERSED: 'Auto-Reversed', REFUND: 'Refunded' },
  ...{ CHARGEBACK: 'Chargeback', FRAUD: 'Fraud' },
}

const noRecord = { error_desc: 'Enc_request: No record found for given criteria.', error_code: '51419' }

/** Days for which an order is held until it is confirmed. */
const HELD_DAYS = 12
const DAY = 24 * 60 * 60 * 1000

/** Answers CCAvenue's commands; null of one that it does not have, and `lost` where the answer goes astray. */
export function answerCcavenueCommand(command: string, asked: Fields, books: Books): object | 'lost' | null {
  switch (command) {
    case 'orderStatusTracker': {
      const told = asked.reference_no ? books.findCapture(asked.reference_no) : books.find(asked.order_no ?? '')
      return told ? orderOf(told) : { status: 1, error_desc: 'Order No: No record(s) found.', error_code: '51419' }
    }
    case 'refundOrder':
      return refund(asked, books)
    case 'getRefundDetails':
      return refundDetails(asked, books)
    case 'getPendingOrders':
      return pendingOrders(books)
    case 'payoutSummary':
      return payouts(asked, books)
    case 'payIdDetails':
      return payout(asked, books)
    default:
      return null
  }
}

const orderOf = (told: Told) => ({
  reference_no: Number(told.payment.gatewayTxnId),
  order_no: told.payment.txnNo,
  order_currncy: told.payment.currency ?? 'INR',
  order_amt: Number(told.amount),
  order_status: wordFor(told, words),
  order_bank_ref_no: bankReference(told),
  order_card_name: 'Visa',
  order_bill_name: told.payment.echo.billing_name,
  order_fee_flat: 0.0,
  order_option_type: 'OPTCRDC',
  order_gtw_id: 'SIMU',
  status: 0,
  error_desc: '',
  error_code: '',
})

function refund(asked: Fields, books: Books): object | 'lost' {
  const { reference_no: gatewayTxnId = '', refund_amount = '', refund_ref_no: refundNo = '' } = asked
  const outcome = books.refund({ gatewayTxnId, refundNo, amount: fromGatewayAmount(refund_amount) })
  const refused = (error_code: string) => ({
    ...{ reason: 'Reference number: Invalid Parameter', error_code, refund_status: 1 },
  })
  switch (outcome.is) {
    case 'TAKEN':
      return outcome.isLost ? 'lost' : { reason: '', error_code: '', refund_status: 0 }
    case 'KNOWN':
      return refused('51309')
    case 'REPEATED':
      return refused('51328')
    case 'NO_CAPTURE':
      return refused('51312')
    case 'TOO_MUCH':
      return refused(outcome.isDisputed ? '51315' : '51314')
    case 'REFUSED':
      return refused(outcome.code)
  }
}

function refundDetails({ reference_no: gatewayTxnId = '' }: Fields, books: Books): object {
  const refunds = books.returns(gatewayTxnId).filter(({ kind }) => kind === 'REFUND' || kind === 'AUTO_REFUND')
  const capture = books.capture(gatewayTxnId)
  if (!capture || refunds.length === 0) return { reference_no: gatewayTxnId, order_no: '', ...noRecord }
  return {
    refund_list: refunds.map(back => refundRow(back, books.at)),
    reference_no: gatewayTxnId,
    order_no: capture.txnNo,
    order_amt: capture.paid,
    order_curr: 'INR',
    ...{ order_status: 'Refunded', error_desc: '', error_code: '' },
  }
}

const refundRow = (back: SimulatedReturn, at: string) => ({
  refund_amt: toGatewayAmount(back.amount),
  refund_bank_ref_no: back.dueAt <= at && back.ends === 'SETTLED' ? arnOf(back) : '',
  refund_mer_ref_no: back.refundNo,
  refund_status: back.dueAt > at ? 'TS-REFA' : back.ends === 'SETTLED' ? 'TS-REFC' : 'TS-REFF',
})

function pendingOrders(books: Books): object {
  const held = books.held()
  if (held.length === 0) return { error_desc: 'Order List: Invalid Parameter', error_code: '51313' }
  return {
    pending_Orders: held.map(payment => ({
      reference_no: payment.gatewayTxnId,
      order_no: payment.txnNo,
      order_curr: 'INR',
      order_amt: Number(payment.paid),
      order_status: 'Successful',
      days_left: Math.max(0, HELD_DAYS - Math.floor((Date.parse(books.at) - Date.parse(payment.settledAt)) / DAY)),
    })),
    ...{ page_count: 1, total_records: held.length, error_desc: '', error_code: '' },
  }
}

/** The number of a payout, and the Indian day that it stands for. */
const payIdOf = (day: string) => Number(day.replaceAll('-', ''))
const dayOfPayId = (id: string) => id.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
const shownDay = (day: string) => day.split('-').reverse().join('-')

function payouts({ settlement_date = '' }: Fields, books: Books): object {
  const day = shownDay(settlement_date)
  const rows = books.settled(day)
  const details = rows.slice(0, 1).map(({ utr }) => ({
    ...{ settlement_bank: 'HDFC BANK', trans_currency: 'INR', settlement_currency: 'INR', sub_acc_Id: '' },
    pay_amount: rows.reduce((paise, row) => paise + netOf(row), 0) / 100,
    pay_Id: payIdOf(day),
    settlement_date,
    utr_no: utr,
  }))
  if (details.length === 0) return { Payout_Summary_Result: noRecord }
  // The list is named so in its documents.
  const list = { pauyout_summary_list: { pauyout_summary_details: details } }
  return { Payout_Summary_Result: { error_code: '', error_desc: '', ...list } }
}

function payout({ pay_id = '' }: Fields, books: Books): object {
  const rows = books.settled(dayOfPayId(pay_id)).map(ccavenueRow)
  if (rows.length === 0) return { pay_id_details_Result: { pay_id, page_count: 0, total_records: 0, ...noRecord } }
  const list = { pay_id_txn_details_list: { pay_id_txn_details: rows } }
  const counts = { page_count: 1, total_records: rows.length }
  return { pay_id_details_Result: { error_code: '', error_desc: '', pay_id, ...counts, ...list } }
}

const typeWords: Readonly<Record<SettledRow['kind'], string>> = {
  ...{ SALE: 'Shipped', REFUND: 'Refunded', CHARGEBACK: 'Chargeback', CHARGEBACK_WON: 'Chargeback', RENTAL: 'MISC' },
}

/** A row of a settlement by the names of CCAvenue's API, with the transfer that it belongs to. No event has a number. */
export const ccavenueRow = (row: SettledRow): Fields => ({
  ccavenue_ref_no: row.gatewayTxnId,
  order_no: row.orderNo,
  txn_type: typeWords[row.kind],
  Amount: signed(row.gross),
  fees: toGatewayAmount(row.fee),
  tax: toGatewayAmount(row.gst),
  amt_payable: signed(netOf(row)),
  currency: 'INR',
  pay_Id: String(payIdOf(row.day)),
  utr_no: row.utr,
  settlement_date: shownDay(row.day),
})
