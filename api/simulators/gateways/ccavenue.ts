import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import { ccavenue, decryptOfCcavenue, encryptForCcavenue } from '../../payments/gateways/ccavenue.ts'
import { readFields, readJson } from '../../payments/gateways/fields.ts'
import { bankReference, type SimulatedGateway, type Told, textAnswer } from './simulated-gateway.ts'

const words: Record<WordMeaning, string> = {
  SUCCESS: 'Success',
  FAILED: 'Failure',
  CANCELLED: 'Aborted',
  PENDING: 'Awaited',
  AUTHORISED: 'Success',
  ...{ AUTO_REFUND: 'System refund', REVERSED: 'Auto-Reversed', REFUND: 'Refunded' },
  ...{ CHARGEBACK: 'Chargeback', FRAUD: 'Fraud' },
}

/** An order is known by other words than a callback. */
const orderWords: Record<WordMeaning, string> = {
  ...words,
  ...{ SUCCESS: 'Shipped', FAILED: 'Unsuccessful', AUTHORISED: 'Successful' },
}

export const simulatedCcavenue: SimulatedGateway = {
  kind: ccavenue,
  title: 'CCAvenue',
  payPath: '/transaction/transaction.do',
  askPath: '/apis/servlet/DoWebTrans',
  idPrefix: '31',
  readStart(account, posted) {
    const order = readFields(decryptOfCcavenue(account.secret, posted.encRequest ?? '') ?? '')
    const { order_id: txnNo, amount = '', redirect_url: returnUrl = '', merchant_id, currency } = order
    const { MERCHANT_ID, ACCESS_CODE } = account.identities
    if (!txnNo || merchant_id !== MERCHANT_ID || posted.access_code !== ACCESS_CODE || currency !== 'INR') return null
    const { billing_name = '', billing_tel = '', billing_email = '', merchant_param1 = '' } = order
    const echo = { billing_name, billing_tel, billing_email, merchant_param1 }
    return { txnNo, amount, returnUrl, notifyUrl: null, echo }
  },
  tell: (_account, told) => ({
    order_id: told.payment.txnNo,
    tracking_id: told.payment.gatewayTxnId,
    bank_ref_no: bankReference(told),
    order_status: words[told.status],
    failure_message: told.status === 'FAILED' ? 'Declined' : '',
    payment_mode: 'Credit Card',
    card_name: 'Visa',
    currency: 'INR',
    amount: told.amount,
    ...told.payment.echo,
  }),
  // There is no signature that could be that of other values.
  seal: (secret, shown) => ({
    encResp: encryptForCcavenue(secret, new URLSearchParams(shown).toString()),
    orderNo: shown.order_id ?? '',
  }),
  answer(account, posted, find) {
    const question = readJson(decryptOfCcavenue(account.secret, posted.enc_request ?? '') ?? '')
    const isRight = posted.access_code === account.identities.ACCESS_CODE && posted.version === '1.2'
    if (!question || !isRight || posted.command !== 'orderStatusTracker')
      return textAnswer('status=1&enc_response=Access_code: Invalid Parameter&enc_error_code=51407')
    const told = find(String(question.order_no))
    const order = told ? orderOf(told) : { status: 1, error_desc: 'Order No: No record(s) found.', error_code: '51419' }
    return textAnswer(`status=0&enc_response=${encryptForCcavenue(account.secret, JSON.stringify(order))}\r\n`)
  },
}

const orderOf = (told: Told) => ({
  reference_no: Number(told.payment.gatewayTxnId),
  order_no: told.payment.txnNo,
  order_currncy: 'INR',
  order_amt: Number(told.amount),
  order_status: orderWords[told.status],
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
