import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import { payu, payuCommandHash, payuRequestHash, payuResponseHash } from '../../payments/gateways/payu.ts'
import { isSigned } from '../../payments/gateways/signatures.ts'
import { bankReference, jsonAnswer, type SimulatedGateway, type Told } from './simulated-gateway.ts'

const captured = { status: 'success', unmappedstatus: 'captured' }

/** What has gone back is told by its own action only, but for what PayU sends back by itself. */
const words: Record<WordMeaning, { status: string; unmappedstatus: string }> = {
  SUCCESS: captured,
  FAILED: { status: 'failure', unmappedstatus: 'failed' },
  CANCELLED: { status: 'failure', unmappedstatus: 'userCancelled' },
  PENDING: { status: 'pending', unmappedstatus: 'in progress' },
  AUTHORISED: { status: 'success', unmappedstatus: 'auth' },
  AUTO_REFUND: { status: 'failure', unmappedstatus: 'autoRefund' },
  REVERSED: captured,
  REFUND: captured,
  CHARGEBACK: captured,
  FRAUD: captured,
}

export const simulatedPayu: SimulatedGateway = {
  kind: payu,
  title: 'PayU',
  payPath: '/_payment',
  askPath: '/merchant/postservice.php',
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
  answer(account, posted, find) {
    const { key, command, var1: txnNo = '', hash = '' } = posted
    const isRight = isSigned(account, hash, salt => payuCommandHash(salt, posted))
    if (!isRight || key !== account.identities.KEY || command !== 'verify_payment')
      return jsonAnswer({ status: 0, msg: 'Invalid Hash.' })
    const told = find(txnNo)
    const details = told
      ? {
          ...told.payment.echo,
          ...whatBecame(told),
          amt: told.amount,
          transaction_amount: told.amount,
          net_amount_debit: told.status === 'SUCCESS' ? Number(told.amount) : 0,
          additional_charges: '0.00',
          card_no: '512345XXXXXX2346',
          name_on_card: 'Asha Kulkarni',
        }
      : { mihpayid: 'Not Found', status: 'Not Found' }
    const found = Number(told !== null)
    return jsonAnswer({
      status: found,
      msg: `${found} out of 1 Transactions Fetched Successfully`,
      transaction_details: { [txnNo]: details },
    })
  },
}

const whatBecame = (told: Told) => ({
  txnid: told.payment.txnNo,
  mihpayid: told.payment.gatewayTxnId,
  ...words[told.status],
  bank_ref_num: bankReference(told),
  mode: 'CC',
  bankcode: 'CC',
  error_Message: told.status === 'SUCCESS' ? 'No Error' : 'Not paid',
})
