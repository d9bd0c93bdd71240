import { type Refund, refund } from '../../../resources/payments/refund.ts'
import { refundProcess } from '../../../resources/payments/refund-process.ts'
import { attach } from '../../derive/process/attach.ts'
import { demandSecondPerson } from '../second-person.ts'

/** What is particular of the steps of a refund. */
export const attachedRefund = attach<Refund, typeof refundProcess>(refundProcess, {
  resource: refund,
  numberOf: ({ refundNo }) => refundNo,
  effects: {
    /** Throws 403 for the person who proposed it. */
    async confirmRefund(trx, { row, person }) {
      await demandSecondPerson(trx, row.proposedById, person, 'proposed it')
      return { changes: { confirmedById: person.id } }
    },
    reject: async (_, { person, said: { reason } }) => ({
      changes: { confirmedById: person.id, rejectReason: reason },
    }),
  },
  tell: {},
})
