import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { ccavenueClaims, ccavenueWords } from '../../../resources/payments/gateways/ccavenue-words.ts'
import { meaningIn } from '../../../resources/payments/gateways/words.ts'
import { askGateway } from './ask.ts'
import { ccavenuePendingOrders, ccavenueRefunds, isUnknown } from './ccavenue-refunds.ts'
import {
  type Fields,
  fromGatewayAmount,
  objectOf,
  picked,
  readFields,
  readJson,
  textIn,
  textsOf,
  toGatewayAmount,
} from './fields.ts'
import type { GatewayAccount } from './gateway.ts'
import { byHand, type GatewayKind, modeOf, unknown, type Verified, verified } from './gateway.ts'
import { redacted } from './redact.ts'
import { secretsOf } from './signatures.ts'

const CIPHER = 'aes-128-cbc'
const IV = Buffer.from(Array.from({ length: 16 }, (_, byte) => byte))

const keyOf = (workingKey: string) => createHash('md5').update(workingKey).digest()

/** Encrypts as CCAvenue does. Nothing is signed: whoever changes the encrypted text changes what is read from it. */
export function encryptForCcavenue(workingKey: string, text: string): string {
  const cipher = createCipheriv(CIPHER, keyOf(workingKey), IV)
  return cipher.update(text, 'utf8', 'hex') + cipher.final('hex')
}

/** The text that was encrypted; null where the key is another. */
export function decryptOfCcavenue(workingKey: string, encrypted: string): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(workingKey), IV)
    return decipher.update(encrypted.trim(), 'hex', 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** Reads an encrypted text with whichever key of the account makes sense of it; null where none does. */
function decrypted<Read>(account: GatewayAccount, text: string, read: (text: string) => Read | null): Read | null {
  for (const workingKey of secretsOf(account)) {
    const plain = decryptOfCcavenue(workingKey, text)
    const made = plain === null ? null : read(plain)
    if (made !== null) return made
  }
  return null
}

/** What an answer calls the option of payment. */
const modes = {
  OPTCRDC: 'CARD',
  OPTDBCRD: 'CARD',
  OPTEMI: 'CARD',
  OPTNBK: 'NETBANKING',
  OPTUPI: 'UPI',
  OPTNEFT: 'NEFT',
  OPTCASHC: 'WALLET',
  OPTWLT: 'WALLET',
  OPTMOBP: 'WALLET',
} as const

/** An answer names its fields otherwise than a callback. */
const storedAnswer = {
  whole: [
    ...['order_no', 'reference_no', 'order_bank_ref_no', 'order_status', 'order_option_type', 'order_currncy'],
    ...['order_amt', 'order_fee_flat', 'order_tax', 'order_gtw_id', 'order_date_time', 'order_status_date_time'],
  ],
  words: ['order_bank_response', 'order_card_name'],
}

/** By what one notice is told from another: the encrypted rest may be rewritten without the key. */
const identifying = ['order_id', 'tracking_id', 'order_status', 'amount']

const stored = {
  whole: [
    ...['order_id', 'tracking_id', 'bank_ref_no', 'order_status', 'payment_mode', 'status_code', 'currency', 'amount'],
    ...['mer_amount', 'trans_fee', 'service_tax', 'trans_date', 'response_code', 'merchant_param1'],
  ],
  words: ['failure_message', 'status_message', 'card_name'],
}

/** CCAvenue, non-seamless, with orders that it confirms by itself: an unconfirmed one stays pending until it lapses. */
export const ccavenue: GatewayKind = {
  identities: ['MERCHANT_ID', 'ACCESS_CODE'],
  secret: 'WORKING_KEY',
  open: account => {
    const { MERCHANT_ID: merchantId = '', ACCESS_CODE: accessCode = '' } = account.identities
    const command = async (name: string, question: Readonly<Record<string, string>>, version = '1.1') => {
      const answer = await askGateway(account, `${account.askAt}/apis/servlet/DoWebTrans`, {
        enc_request: encryptForCcavenue(account.secret, JSON.stringify(question)),
        access_code: accessCode,
        command: name,
        request_type: 'JSON',
        response_type: 'JSON',
        version,
      })
      return typeof answer === 'string' ? opened(account, answer) : answer
    }
    return {
      start: async payment => {
        const order = new URLSearchParams({
          merchant_id: merchantId,
          order_id: payment.orderNo,
          currency: 'INR',
          amount: toGatewayAmount(payment.amount),
          redirect_url: payment.returnUrl,
          cancel_url: payment.returnUrl,
          language: 'EN',
          billing_name: payment.firstName,
          billing_tel: payment.phone,
          billing_email: payment.email,
          merchant_param1: payment.customerCode,
        })
        return {
          action: `${account.payAt}/transaction/transaction.do?command=initiateTransaction`,
          fields: { encRequest: encryptForCcavenue(account.secret, order.toString()), access_code: accessCode },
        }
      },
      readCallback(posted) {
        const read = decrypted(account, posted.encResp ?? '', orderIn)
        const fields = read ?? {}
        return {
          txnNo: textIn(fields, 'order_id'),
          status: meaningIn(ccavenueClaims, textIn(fields, 'order_status')),
          amount: fromGatewayAmount(textIn(fields, 'amount')),
          gatewayTxnId: textIn(fields, 'tracking_id'),
          signatureOk: read !== null,
          identity: picked(fields, identifying),
          redacted: redacted(fields, stored),
        }
      },
      ...(account.refundApi ? ccavenueRefunds(command) : byHand),
      pendingOrders: () => ccavenuePendingOrders(command),
      async verify({ orderNo }) {
        const answer = await command('orderStatusTracker', { reference_no: '', order_no: orderNo }, '1.2')
        return isUnknown(answer) ? answer : readAnswer(answer, orderNo)
      },
      async verifyCapture({ orderNo }, gatewayTxnId) {
        const answer = await command('orderStatusTracker', { reference_no: gatewayTxnId, order_no: '' }, '1.2')
        return isUnknown(answer) ? answer : readAnswer(answer, orderNo)
      },
    }
  },
}

/** The fields of an order; a text that names none was decrypted with the wrong key. */
function orderIn(text: string): Fields | null {
  const fields = readFields(text)
  return textIn(fields, 'order_id') && textIn(fields, 'order_status') ? fields : null
}

/** What an answer decrypts to. */
function opened(account: GatewayAccount, answer: string) {
  const { status, enc_response = '' } = readFields(answer.trim())
  if (status !== '0') return unknown('ERROR', `CCAvenue refused the question: ${enc_response.slice(0, 200)}`)
  return decrypted(account, enc_response, readJson) ?? unknown('ERROR', 'CCAvenue answered what cannot be decrypted')
}

function readAnswer(answer: Record<string, unknown>, orderNo: string): Verified {
  const fields = textsOf(objectOf(answer.Order_Status_Result) ?? answer)
  if (fields.status === '1' || fields.error_code)
    return unknown(/no record/i.test(fields.error_desc ?? '') ? 'NOT_FOUND' : 'ERROR', `CCAvenue: ${fields.error_desc}`)
  if (fields.order_no !== orderNo) return unknown('ERROR', 'CCAvenue answered without this payment')
  return verified(ccavenueWords, {
    said: fields.order_status ?? '',
    amount: fromGatewayAmount(textIn(fields, 'order_amt')),
    currency: textIn(fields, 'order_currncy'),
    gatewayTxnId: textIn(fields, 'reference_no'),
    bankRefNo: textIn(fields, 'order_bank_ref_no'),
    mode: modeOf(modes, textIn(fields, 'order_option_type')),
    charges: null,
    redacted: redacted(fields, storedAnswer),
  })
}
