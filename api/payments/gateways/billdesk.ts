import { billdeskClaims, billdeskWords } from '../../../resources/payments/gateways/billdesk-words.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import { now } from '../../platform/clock.ts'
import { askGateway } from './ask.ts'
import { billdeskRefunds, billdeskTime } from './billdesk-refunds.ts'
import { type Fields, fromGatewayAmount, textIn, toGatewayAmount } from './fields.ts'
import type { GatewayAccount } from './gateway.ts'
import { byHand, type GatewayKind, unknown, type Verified, verified } from './gateway.ts'
import { redacted } from './redact.ts'
import { hmacSha256, isSigned } from './signatures.ts'

/** What a message of BillDesk ends with. */
const checksumOf = (key: string, values: string) => hmacSha256(key, values).toUpperCase()

/** A message: its values between pipes, and the checksum of them, or of others where a test forges one. */
export const billdeskMessage = (key: string, values: readonly string[], signed = values) =>
  [...values, checksumOf(key, signed.join('|'))].join('|')

/** The values of a message that the account's key signed; null of any other. */
export function readBilldeskMessage(account: GatewayAccount, message: string): string[] | null {
  const end = message.lastIndexOf('|')
  const values = message.slice(0, Math.max(end, 0))
  return isSigned(account, message.slice(end + 1), key => checksumOf(key, values)) ? values.split('|') : null
}

/** The values of a response in their order, before its checksum. */
export const billdeskResponse = [
  ...['MerchantID', 'CustomerID', 'TxnReferenceNo', 'BankReferenceNo', 'TxnAmount', 'BankID', 'BankMerchantID'],
  ...['TxnType', 'CurrencyName', 'ItemCode', 'SecurityType', 'SecurityID', 'SecurityPassword', 'TxnDate', 'AuthStatus'],
  ...['SettlementType', 'AdditionalInfo1', 'AdditionalInfo2', 'AdditionalInfo3', 'AdditionalInfo4', 'AdditionalInfo5'],
  ...['AdditionalInfo6', 'AdditionalInfo7', 'ErrorStatus', 'ErrorDescription'],
]

/** The values of the answer to a question: those of a response between others. */
export const billdeskAnswer = [
  'RequestType',
  ...billdeskResponse,
  ...['Filler1', 'RefundStatus', 'TotalRefundAmount', 'LastRefundDate', 'LastRefundRefNo', 'QueryStatus'],
]

/** What BillDesk writes where there is nothing to say. */
export const NOTHING = 'NA'

const stored = {
  whole: [
    ...['MerchantID', 'CustomerID', 'TxnReferenceNo', 'BankReferenceNo', 'TxnAmount', 'BankID', 'TxnType'],
    ...['CurrencyName', 'ItemCode', 'TxnDate', 'AuthStatus', 'SettlementType', 'AdditionalInfo1', 'ErrorStatus'],
    ...['RefundStatus', 'TotalRefundAmount', 'LastRefundDate', 'LastRefundRefNo', 'QueryStatus'],
  ],
  words: ['ErrorDescription'],
}

/** BillDesk's legacy interface of pipes; the current one, of signed and encrypted tokens, is another gateway. */
export const billdesk: GatewayKind = {
  identities: ['MERCHANT_ID', 'SECURITY_ID'],
  refundIdentities: ['CLIENT_ID'],
  secret: 'CHECKSUM_KEY',
  open: account => {
    const { MERCHANT_ID: merchantId = '', SECURITY_ID: securityId = '' } = account.identities
    return {
      start: async payment => {
        const values = [
          ...[merchantId, payment.orderNo, NOTHING, toGatewayAmount(payment.amount), NOTHING, NOTHING, NOTHING],
          ...['INR', NOTHING, 'R', securityId, NOTHING, NOTHING, 'F', payment.customerCode || NOTHING],
          ...Array<string>(6).fill(NOTHING),
          payment.returnUrl,
        ].map(value => value.replaceAll('|', ' '))
        const msg = billdeskMessage(account.secret, values)
        return { action: `${account.payAt}/pgidsk/PGIMerchantPayment`, fields: { msg } }
      },
      readCallback({ msg = '' }) {
        const fields = named(billdeskResponse, msg.split('|'))
        const signed = readBilldeskMessage(account, msg)
        return {
          txnNo: said(fields, 'CustomerID'),
          status: meaningIn(billdeskClaims, textIn(fields, 'AuthStatus')),
          amount: fromGatewayAmount(said(fields, 'TxnAmount')),
          gatewayTxnId: said(fields, 'TxnReferenceNo'),
          signatureOk: signed?.length === billdeskResponse.length && fields.MerchantID === merchantId,
          identity: { msg },
          redacted: redacted(fields, stored),
        }
      },
      ...(account.refundApi && account.identities.CLIENT_ID ? billdeskRefunds(account) : byHand),
      async verify({ orderNo }) {
        const msg = billdeskMessage(account.secret, ['0122', merchantId, orderNo, billdeskTime(now())])
        const answer = await askGateway(account, `${account.askAt}/pgidsk/PGIQueryController`, { msg })
        return typeof answer === 'string' ? readAnswer(account, answer.trim(), orderNo) : answer
      },
    }
  },
}

function readAnswer(account: GatewayAccount, answer: string, orderNo: string): Verified {
  const values = readBilldeskMessage(account, answer)
  if (!values) return unknown('ERROR', 'BillDesk answered something that is not signed')
  const fields = named(billdeskAnswer, values)
  if (fields.RequestType !== '0130' || fields.CustomerID !== orderNo)
    return unknown('ERROR', 'BillDesk answered without this payment')
  if (fields.AuthStatus === NOTHING || fields.QueryStatus === 'N')
    return unknown('NOT_FOUND', 'BillDesk does not know the payment')
  const facts = {
    said: fields.AuthStatus ?? '',
    amount: fromGatewayAmount(said(fields, 'TxnAmount')),
    currency: said(fields, 'CurrencyName'),
    gatewayTxnId: said(fields, 'TxnReferenceNo'),
    bankRefNo: said(fields, 'BankReferenceNo'),
    // The codes of its TxnType are the merchant's own.
    mode: null,
    charges: null,
    redacted: redacted(fields, stored),
  }
  // Any refund status counts, also codes that are not documented.
  const returned = said(fields, 'RefundStatus') && {
    returnedAmount: fromGatewayAmount(said(fields, 'TotalRefundAmount')),
    returnRef: said(fields, 'LastRefundRefNo'),
  }
  return verified(billdeskWords, facts, returned || undefined)
}

const named = (names: readonly string[], values: readonly string[]): Fields =>
  Object.fromEntries(names.flatMap((name, place) => (values[place] === undefined ? [] : [[name, values[place]]])))

const said = (fields: Fields, name: string) => (fields[name] === NOTHING ? null : textIn(fields, name))
