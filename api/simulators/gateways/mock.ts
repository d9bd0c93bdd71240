import type { WordMeaning } from '../../../resources/payments/gateways/word-table.ts'
import type { Fields } from '../../payments/gateways/fields.ts'
import { MISSING, mock, mockRequestSignature, mockResponseSignature } from '../../payments/gateways/mock.ts'
import { isSigned } from '../../payments/gateways/signatures.ts'
import { answerMockRefund } from './mock-refunds.ts'
import { bankReference, jsonAnswer, type SimulatedGateway, wordFor } from './simulated-gateway.ts'

/** It has no word for a payment that was given up. */
const words: Record<WordMeaning, string> = {
  ...{ SUCCESS: 'SUCCESS', FAILED: 'FAILED', CANCELLED: 'FAILED', PENDING: 'PENDING', AUTHORISED: 'AUTHORISED' },
  ...{ AUTO_REFUND: 'AUTO_REFUND', REVERSED: 'REVERSED', REFUND: 'REFUND' },
  ...{ CHARGEBACK: 'CHARGEBACK', FRAUD: 'FRAUD' },
}

export const simulatedMock: SimulatedGateway = {
  kind: mock,
  title: 'MOCK',
  payPath: '',
  askPaths: ['/status', '/refund', '/refund-status'],
  idPrefix: 'MOCK',
  readStart: (account, posted) =>
    isSigned(account, posted.signature ?? '', secret => mockRequestSignature(secret, posted))
      ? {
          txnNo: posted.txn_no ?? '',
          amount: posted.amount ?? '',
          returnUrl: posted.return_url ?? '',
          notifyUrl: posted.notify_url || null,
          echo: {},
        }
      : null,
  tell: (_account, told) => ({
    txn_no: told.payment.txnNo,
    amount: told.amount,
    currency: told.payment.currency ?? 'INR',
    status: wordFor(told, words),
    gateway_txn_id: told.payment.gatewayTxnId,
    bank_ref_no: bankReference(told),
    payment_mode: 'UPI',
    payer_vpa: 'asha.kulkarni@okbank',
  }),
  seal: (secret, shown, signed) => ({ ...shown, signature: mockResponseSignature(secret, signed) }),
  answer(account, { path, fields }, books) {
    if (path !== '/status') return answerMockRefund(account, path, fields, books)
    if (!this.readStart(account, fields))
      return jsonAnswer({ message: 'The signature does not fit this payment.' }, 400)
    const { txn_no = '', amount = '' } = fields
    const told = books.find(txn_no)
    const values: Fields =
      told?.payment.amount === amount ? this.tell(account, told) : { txn_no, amount, currency: 'INR', status: MISSING }
    return jsonAnswer(this.seal(account.secret, values, values))
  },
  tooOften: jsonAnswer({ message: 'Too many requests' }, 429),
}
