import { type BankLine, bankLine } from '../../../resources/payments/settlement/bank-line.ts'
import { bankLineProcess } from '../../../resources/payments/settlement/bank-line-process.ts'
import { paymentTransfer } from '../../../resources/payments/settlement/payment-transfer.ts'
import { attach } from '../../derive/process/attach.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import { conflict } from '../../platform/errors.ts'
import { settleDifferences } from '../settlement/differences.ts'
import { matchLine, unseen } from './match-transfer.ts'

/** What is particular of the steps of a bank line. */
export const attachedBankLine = attach<BankLine, typeof bankLineProcess>(bankLineProcess, {
  resource: bankLine,
  numberOf: ({ valueDate, narration }) => `${valueDate} ${narration}`,
  effects: {
    /** Throws 409 where another line is that transfer by now. */
    async confirmMatch(trx, { row, author }) {
      const [transfer] = await rowsOf(trx, paymentTransfer, rows => rows.where('id', row.transferId).forUpdate())
      if (!transfer || !unseen.some(state => state === transfer.bankState))
        throw conflict('NOT_ALLOWED_STATE', 'Another line of the bank is this transfer: set this one aside')
      await matchLine(trx, { ...row, status: 'MATCHED' }, transfer, author)
      return { changes: {}, answer: `The transfer ${transfer.utr} is received.` }
    },
    async setAside(trx, { row, said: { reason }, author }) {
      await settleDifferences(trx, { kind: 'BANK_UNKNOWN', bankLineId: row.id }, reason, author)
      return { changes: { transferId: null, reason } }
    },
  },
  tell: {},
})
