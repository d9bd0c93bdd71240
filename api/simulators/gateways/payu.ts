import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import { payu, payuCommandHash, payuRequestHash, payuResponseHash } from '../../payments/gateways/payu.ts'
import { isSigned } from '../../payments/gateways/signatures.ts'
import { answerPayuCommand } from './payu-commands.ts'
import { bankReference, jsonAnswer, type SimulatedGateway, wordFor } from './simulated-gateway.ts'
import type { Told } from './told.ts'

const captured = 'captured'

/** Of money that went back PayU tells by its actions only, but for what it sends back by itself. */
const words: Record<WordMeaning, string> = {
  ...{ SUCCESS: captured, REVERSED: captured, REFUND: captured, CHARGEBACK: captured, FRAUD: captured },
  ...{ FAILED: 'failed', CANCELLED: 'userCancelled', PENDING: 'in progress', AUTHORISED: 'auth' },
  AUTO_REFUND: 'autoRefund',
}

/** What it says beside: of what was only authorised a success, too. */
const statusOf: Readonly<Record<string, string>> = {
  ...{ captured: 'success', auth: 'success', failed: 'failure', userCancelled: 'failure', bounced: 'failure' },
  ...{ dropped: 'failure', autoRefund: 'failure' },
}

export const simulatedPayu: SimulatedGateway = {
  kind: payu,
  title: 'PayU',
  payPath: '/_payment',
  askPaths: ['/merchant/postservice.php'],
  idPrefix: '40399371',
  readStart(account, posted) {
    const { hash = '', txnid = '', amount = '', surl = '', productinfo, firstname, email, phone, udf1 } = posted
    if (posted.key !== account.identities.KEY || !productinfo || !firstname || !email || !phone) return null
    if (!isSigned(account, hash, salt => payuRequestHash(salt, posted))) return null
    const echo = { productinfo, firstname, email, phone, udf1: udf1 ?? '' }
    return { txnNo: txnid, amount, returnUrl: surl, notifyUrl: null, echo }
  },
  tell: (account, told) => ({
    ...told.payment.echo,
    ...whatBecame(told),
    key: account.identities.KEY!,
    amount: told.amount,
    cardnum: '512345XXXXXX2346',
    name_on_card: 'Asha Kulkarni',
    card_token: '5b6b1c2d3e4f',
  }),
  seal: (secret, shown, signed) => ({ ...shown, hash: payuResponseHash(secret, signed) }),
  answer(account, { fields }, books) {
    const { key, command, var1: orderNo = '', hash = '' } = fields
    const isRight = isSigned(account, hash, salt => payuCommandHash(salt, fields))
    if (!isRight || key !== account.identities.KEY) return jsonAnswer({ status: 0, msg: 'Invalid Hash.' })
    if (command !== 'verify_payment') return answerPayuCommand(fields, books)
    const told = books.find(orderNo)
    const found = Number(told !== null)
    return jsonAnswer({
      status: found,
      msg: `${found} out of 1 Transactions Fetched Successfully`,
      transaction_details: { [orderNo]: told ? detailsOf(told) : { mihpayid: 'Not Found', status: 'Not Found' } },
    })
  },
  tooOften: jsonAnswer({ status: 0, msg: 'Requests limit reached' }),
}

const detailsOf = (told: Told) => ({
  ...told.payment.echo,
  ...whatBecame(told),
  amt: told.amount,
  transaction_amount: told.amount,
  net_amount_debit: told.status === 'SUCCESS' ? Number(told.amount) : 0,
  additional_charges: '0.00',
  card_no: '512345XXXXXX2346',
  name_on_card: 'Asha Kulkarni',
})

function whatBecame(told: Told) {
  const unmappedstatus = wordFor(told, words)
  return {
    txnid: told.payment.txnNo,
    mihpayid: told.payment.gatewayTxnId,
    status: statusOf[unmappedstatus] ?? 'pending',
    unmappedstatus,
    bank_ref_num: bankReference(told),
    mode: 'CC',
    bankcode: 'CC',
    error_Message: told.status === 'SUCCESS' ? 'No Error' : 'Not paid',
  }
}
