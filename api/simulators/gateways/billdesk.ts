import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import {
  billdesk,
  billdeskAnswer,
  billdeskMessage,
  billdeskResponse,
  NOTHING,
  readBilldeskMessage,
} from '../../payments/gateways/billdesk.ts'
import type { Fields } from '../../payments/gateways/fields.ts'
import { bankReference, type SimulatedGateway, textAnswer } from './simulated-gateway.ts'

/** A payment that was given up is a failure, and one whose money went back stays a success beside its refund. */
const words: Record<WordMeaning, string> = {
  ...{ SUCCESS: '0300', FAILED: '0399', CANCELLED: '0399', PENDING: '0002', AUTHORISED: '0002' },
  ...{ AUTO_REFUND: '0300', REVERSED: '0300', REFUND: '0300', CHARGEBACK: '0300', FRAUD: '0300' },
}

export const simulatedBilldesk: SimulatedGateway = {
  kind: billdesk,
  title: 'BillDesk',
  payPath: '/pgidsk/PGIMerchantPayment',
  askPath: '/pgidsk/PGIQueryController',
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
    CurrencyName: 'INR',
    ItemCode: 'DIRECT',
    AuthStatus: words[told.status],
    ErrorDescription: told.status === 'SUCCESS' ? 'Success' : 'Not paid by asha.kulkarni@okbank',
  }),
  seal: (key, shown, signed) => ({
    msg: billdeskMessage(key, inOrder(billdeskResponse, shown), inOrder(billdeskResponse, signed)),
  }),
  answer(account, { msg = '' }, find) {
    const question = readBilldeskMessage(account, msg)
    const [type, merchantId, txnNo = ''] = question ?? []
    if (type !== '0122' || merchantId !== account.identities.MERCHANT_ID)
      return textAnswer('ERROR: the checksum is wrong')
    const told = find(txnNo)
    const values: Fields = told ? this.tell(account, told) : { CustomerID: txnNo }
    const answer = { ...values, RequestType: '0130', QueryStatus: told ? 'Y' : 'N' }
    return textAnswer(billdeskMessage(account.secret, inOrder(billdeskAnswer, answer)))
  },
}

const inOrder = (names: readonly string[], fields: Fields) => names.map(name => fields[name] || NOTHING)
