import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import { ccavenue, decryptOfCcavenue, encryptForCcavenue } from '../../payments/gateways/ccavenue.ts'
import { readFields, readJson, textsOf } from '../../payments/gateways/fields.ts'
import { answerCcavenueCommand } from './ccavenue-commands.ts'
import { bankReference, type SimulatedGateway, textAnswer, wordFor } from './simulated-gateway.ts'

const words: Record<WordMeaning, string> = {
  SUCCESS: 'Success',
  FAILED: 'Failure',
  CANCELLED: 'Aborted',
  PENDING: 'Awaited',
  AUTHORISED: 'Success',
  ...{ AUTO_REFUND: 'System refund', REVERSED: 'Auto-Reversed', REFUND: 'Refunded' },
  ...{ CHARGEBACK: 'Chargeback', FRAUD: 'Fraud' },
}

export const simulatedCcavenue: SimulatedGateway = {
  kind: ccavenue,
  title: 'CCAvenue',
  payPath: '/transaction/transaction.do',
  askPaths: ['/apis/servlet/DoWebTrans'],
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
    order_status: wordFor(told, words),
    failure_message: told.status === 'FAILED' ? 'Declined' : '',
    payment_mode: 'Credit Card',
    card_name: 'Visa',
    currency: told.payment.currency ?? 'INR',
    amount: told.amount,
    ...told.payment.echo,
  }),
  // There is no signature that could be that of other values.
  seal: (secret, shown) => ({
    encResp: encryptForCcavenue(secret, new URLSearchParams(shown).toString()),
    orderNo: shown.order_id ?? '',
  }),
  answer(account, { fields }, books) {
    const question = readJson(decryptOfCcavenue(account.secret, fields.enc_request ?? '') ?? '')
    if (!question || fields.access_code !== account.identities.ACCESS_CODE)
      return textAnswer('status=1&enc_response=Access_code: Invalid Parameter&enc_error_code=51407')
    const answer = answerCcavenueCommand(fields.command ?? '', textsOf(question), books)
    if (answer === 'lost') return textAnswer('Down for maintenance', 503)
    if (answer === null) return textAnswer('status=1&enc_response=Command: Invalid Parameter&enc_error_code=51408')
    return textAnswer(`status=0&enc_response=${encryptForCcavenue(account.secret, JSON.stringify(answer))}\r\n`)
  },
  tooOften: textAnswer('Too many requests', 429),
}
