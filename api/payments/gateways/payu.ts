import { payuWords } from '../../../resources/payments/gateways/payu-words.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import { askGateway } from './ask.ts'
import {
  type Fields,
  fromGatewayAmount,
  objectOf,
  picked,
  readJson,
  textIn,
  textsOf,
  toGatewayAmount,
} from './fields.ts'
import { byHand, type GatewayKind, modeOf, unknown, type Verified, verified } from './gateway.ts'
import { payuRefunds } from './payu-refunds.ts'
import { redacted } from './redact.ts'
import { isSigned, sha512 } from './signatures.ts'

const CURRENCY = 'INR'

/** The fields that a request signs, in their order; a response signs them backwards. */
const signed = ['key', 'txnid', 'amount', 'productinfo', 'firstname', 'email'] as const
const userDefined = Array.from({ length: 10 }, (_, index) => `udf${index + 1}`)
const request = [...signed, ...userDefined]
const response = ['status', ...request.toReversed()]

/** What a request to the payment page is signed with. */
export const payuRequestHash = (salt: string, fields: Fields) => sha512([...valuesOf(request, fields), salt].join('|'))

/** What a response is signed with; charges that PayU added stand before it. */
export const payuResponseHash = (salt: string, fields: Fields) =>
  sha512([...chargesIn(fields), salt, ...valuesOf(response, fields)].join('|'))

/** What a question is signed with. */
export const payuCommandHash = (salt: string, { key, command, var1 }: Fields) =>
  sha512([key, command, var1, salt].join('|'))

const valuesOf = (names: readonly string[], fields: Fields) => names.map(name => fields[name] ?? '')

const charges = ['additionalCharges', 'additional_charges']
const chargesIn = (fields: Fields) => charges.flatMap(name => textIn(fields, name) ?? []).slice(0, 1)

/** What a response signs, and the signature itself. */
const identifying = [...response, ...charges, 'hash']

/** Standing instructions, split settlement and version 19 are signed in other ways, and no request of ours asks for them. */
const others = ['api_version', 'si', 'si_details', 'splitInfo', 'splitRequest']

const modes = { CC: 'CARD', DC: 'CARD', EMI: 'CARD', NB: 'NETBANKING', NEFTRTGS: 'NEFT', CASH: 'WALLET' } as const

const stored = {
  whole: [
    ...[
      'txnid',
      'mihpayid',
      'status',
      'unmappedstatus',
      'amount',
      'transaction_amount',
      ...charges,
      'net_amount_debit',
      'discount',
      'mode',
    ],
    ...['bankcode', 'bank_ref_num', 'PG_TYPE', 'addedon', 'error', 'productinfo', 'udf1'],
  ],
  words: ['error_Message', 'field9'],
  cards: ['cardnum', 'card_no'],
  upi: ['vpa', 'field3'],
}

/** PayU hosted checkout. */
export const payu: GatewayKind = {
  identities: ['KEY'],
  secret: 'SALT',
  open: account => {
    const key = account.identities.KEY!
    const command = (name: string, var1: string, more: Fields = {}) => {
      const question = { key, command: name, var1 }
      // Only the first of its values is signed.
      const signature = payuCommandHash(account.secret, question)
      const url = `${account.askAt}/merchant/postservice.php?form=2`
      return askGateway(account, url, { ...question, ...more, hash: signature })
    }
    return {
      start: async payment => {
        if (payment.orderNo.length > 25)
          throw new RangeError(`PayU takes 25 characters, and ${payment.orderNo} has more`)
        const fields = {
          key,
          txnid: payment.orderNo,
          amount: toGatewayAmount(payment.amount),
          productinfo: withoutPipes(payment.purpose),
          firstname: withoutPipes(payment.firstName),
          email: withoutPipes(payment.email),
          phone: withoutPipes(payment.phone),
          udf1: withoutPipes(payment.customerCode),
          surl: payment.returnUrl,
          furl: payment.returnUrl,
        }
        const hash = payuRequestHash(account.secret, fields)
        return { action: `${account.payAt}/_payment`, fields: { ...fields, hash } }
      },
      readCallback: fields => ({
        txnNo: textIn(fields, 'txnid'),
        status: meaningIn(payuWords, textIn(fields, 'unmappedstatus')),
        amount: fromGatewayAmount(textIn(fields, 'amount')),
        gatewayTxnId: textIn(fields, 'mihpayid'),
        signatureOk:
          !others.some(name => textIn(fields, name)) &&
          // A pipe within a value would let two different callbacks have one signature.
          !valuesOf([...response, ...charges], fields).some(value => value.includes('|')) &&
          !(textIn(fields, 'additionalCharges') && textIn(fields, 'additional_charges')) &&
          isSigned(account, fields.hash ?? '', salt => payuResponseHash(salt, fields)),
        identity: picked(fields, identifying),
        redacted: redacted(fields, stored),
      }),
      ...(account.refundApi ? payuRefunds(command) : byHand),
      async verify({ orderNo }) {
        const answer = await command('verify_payment', orderNo)
        return typeof answer === 'string' ? readAnswer(answer, orderNo) : answer
      },
    }
  },
}

function readAnswer(answer: string, orderNo: string): Verified {
  const body = readJson(answer)
  const details = objectOf(objectOf(body?.transaction_details)?.[orderNo])
  if (!details) return unknown('ERROR', 'PayU answered without this payment')
  const fields = textsOf(details)
  if (body?.status !== '1' || fields.status === 'Not Found')
    return unknown('NOT_FOUND', 'PayU does not know the payment')
  const { status, unmappedstatus = '' } = fields
  if (unmappedstatus === 'captured' && status !== 'success')
    return unknown('ERROR', `PayU answered captured and "${status}" at once`)
  return verified(payuWords, {
    said: unmappedstatus,
    // Neither amt nor net_amount_debit, into which charges and discounts go.
    amount: fromGatewayAmount(textIn(fields, 'transaction_amount')),
    // PayU names none: an account without multi-currency takes rupees alone.
    currency: CURRENCY,
    gatewayTxnId: textIn(fields, 'mihpayid'),
    charges: fromGatewayAmount(textIn(fields, 'additional_charges')),
    bankRefNo: textIn(fields, 'bank_ref_num'),
    mode: modeOf(modes, textIn(fields, 'mode')),
    redacted: redacted(fields, stored),
  })
}

const withoutPipes = (text: string) => text.replaceAll('|', ' ')
