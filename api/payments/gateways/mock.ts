import { mockWords } from '../../../resources/payments/gateways/mock-words.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import { askGateway } from './ask.ts'
import { type Fields, fromGatewayAmount, picked, readJson, textIn, textsOf, toGatewayAmount } from './fields.ts'
import { byHand, type GatewayKind, modeOf, unknown, verified } from './gateway.ts'
import { mockRefunds } from './mock-refunds.ts'
import { redacted } from './redact.ts'
import { hmacSha256, isSigned } from './signatures.ts'

const CURRENCY = 'INR'

/** The signature of a request to the MOCK gateway. */
export const mockRequestSignature = (secret: string, { txn_no, amount }: Fields) =>
  hmacSha256(secret, [txn_no, amount, CURRENCY].join('|'))

/** The signature of its answers and callbacks, in which the status is signed too. */
export const mockResponseSignature = (secret: string, { txn_no, amount, currency, status }: Fields) =>
  hmacSha256(secret, [txn_no, amount, currency, status].join('|'))

/** What it answers instead of a status about a payment that it does not have. */
export const MISSING = 'NOT_FOUND'

const identifying = ['txn_no', 'amount', 'currency', 'status', 'signature']

const stored = {
  whole: ['txn_no', 'amount', 'currency', 'status', 'gateway_txn_id', 'bank_ref_no', 'payment_mode'],
  upi: ['payer_vpa'],
}

/** The gateway that is part of the portal, for demonstrations and tests. */
export const mock: GatewayKind = {
  identities: [],
  secret: 'SECRET',
  open: account => {
    const request = (orderNo: string, paise: number) => {
      const fields = { txn_no: orderNo, amount: toGatewayAmount(paise) }
      return { ...fields, signature: mockRequestSignature(account.secret, fields) }
    }
    const isOurs = (fields: Fields) =>
      isSigned(account, fields.signature ?? '', secret => mockResponseSignature(secret, fields))
    return {
      start: async ({ orderNo, amount, returnUrl, notifyUrl }) => ({
        action: account.payAt,
        fields: { ...request(orderNo, amount), return_url: returnUrl, notify_url: notifyUrl },
      }),
      readCallback: fields => ({
        txnNo: textIn(fields, 'txn_no'),
        status: meaningIn(mockWords, textIn(fields, 'status')),
        amount: fromGatewayAmount(textIn(fields, 'amount')),
        gatewayTxnId: textIn(fields, 'gateway_txn_id'),
        signatureOk: isOurs(fields),
        identity: picked(fields, identifying),
        redacted: redacted(fields, stored),
      }),
      ...(account.refundApi ? mockRefunds(account) : byHand),
      async verify({ orderNo, amount }) {
        const answer = await askGateway(account, `${account.askAt}/status`, request(orderNo, amount))
        if (typeof answer !== 'string') return answer
        const fields = textsOf(readJson(answer) ?? {})
        if (!isOurs(fields) || fields.txn_no !== orderNo)
          return unknown('ERROR', 'The gateway answered something that is not signed for this payment')
        if (fields.status === MISSING) return unknown('NOT_FOUND', 'The gateway does not know the payment')
        return verified(mockWords, {
          said: fields.status ?? '',
          amount: fromGatewayAmount(textIn(fields, 'amount')),
          currency: textIn(fields, 'currency'),
          gatewayTxnId: textIn(fields, 'gateway_txn_id'),
          bankRefNo: textIn(fields, 'bank_ref_no'),
          mode: modeOf({}, textIn(fields, 'payment_mode')),
          charges: null,
          redacted: redacted(fields, stored),
        })
      },
    }
  },
}
