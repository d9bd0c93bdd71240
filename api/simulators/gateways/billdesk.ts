import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import {
  billdesk,
  billdeskAnswer,
  billdeskMessage,
  billdeskResponse,
  NOTHING,
  readBilldeskMessage,
} from '../../payments/gateways/billdesk.ts'
import { type Fields, fromGatewayAmount, toGatewayAmount } from '../../payments/gateways/fields.ts'
import { answerBilldeskRefund } from './billdesk-refunds.ts'
import { bankReference, type SimulatedGateway, textAnswer, wordFor } from './simulated-gateway.ts'
import type { Told } from './told.ts'

/** A payment that was given up is a failure, and one whose money went back stays a success beside its refund. */
const words: Record<WordMeaning, string> = {
  ...{ SUCCESS: '0300', FAILED: '0399', CANCELLED: '0399', PENDING: '0002', AUTHORISED: '0002' },
  ...{ AUTO_REFUND: '0300', REVERSED: '0300', REFUND: '0300', CHARGEBACK: '0300', FRAUD: '0300' },
}

const QUERY = '/pgidsk/PGIQueryController'

export const simulatedBilldesk: SimulatedGateway = {
  kind: billdesk,
  title: 'BillDesk',
  payPath: '/pgidsk/PGIMerchantPayment',
  askPaths: [QUERY, '/payments/ve1_2/refunds/create', '/payments/ve1_2/refunds/get'],
  idPrefix: 'WSIM',
  readStart(account, { msg = '' }) {
    const values = readBilldeskMessage(account, msg)
    const { MERCHANT_ID, SECURITY_ID } = account.identities
    if (values?.length !== 22 || values[0] !== MERCHANT_ID || values[10] !== SECURITY_ID) return null
    const [, txnNo = '', , amount = ''] = values
    return { txnNo, amount, returnUrl: values[21]!, notifyUrl: null, echo: { AdditionalInfo1: values[14]! } }
  },
  tell: (account, told) => ({
    ...told.payment.echo,
    MerchantID: account.identities.MERCHANT_ID!,
    CustomerID: told.payment.txnNo,
    TxnReferenceNo: told.payment.gatewayTxnId,
    BankReferenceNo: bankReference(told),
    TxnAmount: told.amount.padStart(11, '0'),
    BankID: 'SIM',
    TxnType: '01',
    CurrencyName: told.payment.currency ?? 'INR',
    ItemCode: 'DIRECT',
    AuthStatus: wordFor(told, words),
    ErrorDescription: told.status === 'SUCCESS' ? 'Success' : 'Not paid by asha.kulkarni@okbank',
  }),
  seal: (key, shown, signed) => ({
    msg: billdeskMessage(key, inOrder(billdeskResponse, shown), inOrder(billdeskResponse, signed)),
  }),
  answer(account, question, books) {
    if (question.path !== QUERY) return answerBilldeskRefund(account, question, books)
    const [type, merchantId, txnNo = ''] = readBilldeskMessage(account, question.fields.msg ?? '') ?? []
    if (type !== '0122' || merchantId !== account.identities.MERCHANT_ID)
      return textAnswer('ERROR: the checksum is wrong')
    const told = books.find(txnNo)
    const values: Fields = told ? { ...this.tell(account, told), ...refundIn(told) } : { CustomerID: txnNo }
    const answer = { ...values, RequestType: '0130', QueryStatus: told ? 'Y' : 'N' }
    return textAnswer(billdeskMessage(account.secret, inOrder(billdeskAnswer, answer)))
  },
  tooOften: textAnswer('Too many requests', 429),
}

/** What stands beside a success of which money was refunded, in part or wholly; of chargebacks only its files tell. */
function refundIn({ refunded, status, payment, amount }: Told): Fields {
  const atOnce = { amount: fromGatewayAmount(amount) ?? 0, ref: payment.gatewayTxnId, at: payment.settledAt }
  const back = refunded ?? (status === 'AUTO_REFUND' ? atOnce : undefined)
  return back
    ? {
        RefundStatus: '0799',
        TotalRefundAmount: toGatewayAmount(back.amount).padStart(11, '0'),
        LastRefundDate: back.at.slice(0, 10).replaceAll('-', ''),
        LastRefundRefNo: back.ref,
      }
    : {}
}

const inOrder = (names: readonly string[], fields: Fields) => names.map(name => fields[name] || NOTHING)
