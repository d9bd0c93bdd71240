import type { Knex } from 'knex'
import { rupees } from '../../../resources/define/show.ts'
import { certificateStateOf } from '../../../resources/payments/tds/tax-quarters.ts'
import { type TdsCertificate, tdsCertificate } from '../../../resources/payments/tds/tds-certificate.ts'
import { tdsProcess } from '../../../resources/payments/tds/tds-process.ts'
import { attach } from '../../derive/process/attach.ts'
import type { Person } from '../../derive/rights/person.ts'
import { demandFile } from '../../files/attachments.ts'
import { now } from '../../platform/clock.ts'
import { invalidField } from '../../platform/errors.ts'
import { demandSecondPerson } from '../second-person.ts'
import { nothingWrittenOff } from './recount-tds.ts'

/** What the customer said is dealt with; its file stays where it is, since the certificate may name it. */
const dealtWith = { saidNo: null, saidTan: null, saidAmount: null, saidText: null } as const

/** What is particular of the steps of a TDS certificate. */
export const attachedTds = attach<TdsCertificate, typeof tdsProcess>(tdsProcess, {
  resource: tdsCertificate,
  numberOf: ({ taxYear, quarter }) => `${quarter} of ${taxYear}`,
  effects: {
    /** The customer's word counts for nothing until Finance confirms it; a later one takes the place of an earlier. */
    async say(trx, { row, said, person }) {
      await demandUnused(trx, row, said.saidNo, 'saidNo')
      await demandPaper(trx, person, said.saidFileId, 'TDS_SAID', 'saidFileId')
      return {
        changes: { ...said, saidAt: now(), saidById: person.id, saidText: null },
        answer: 'Finance compares it with your payments.',
      }
    },
    async confirmSaid(trx, { row }) {
      const { saidNo: certificateNo, saidTan: tan, saidAmount: receivedAmount, saidFileId: fileId } = row
      return received(
        trx,
        row,
        { certificateNo: certificateNo!, tan: tan!, receivedAmount: receivedAmount!, fileId },
        'saidNo',
      )
    },
    declineSaid: async (_, { said }) => ({
      changes: { ...dealtWith, saidFileId: null, saidAt: null, saidById: null, ...said },
    }),
    async enter(trx, { row, said, person }) {
      await demandPaper(trx, person, said.fileId, 'TDS', 'fileId')
      return received(trx, row, said, 'certificateNo')
    },
    writeOff: async (_, { said: { reason }, person }) => ({
      changes: { reason, proposedById: person.id },
      answer: 'Another person of Finance has to confirm it.',
    }),
    async confirmWriteOff(trx, { row, person }) {
      await demandSecondPerson(trx, row.proposedById, person, 'proposed it')
      return { changes: { confirmedById: person.id, writtenOffAmount: missingOf(row) } }
    },
    keepOpen: async () => ({ changes: { reason: null, proposedById: null } }),
  },
  tell: {},
})

const missingOf = ({ expectedAmount, receivedAmount }: Pick<TdsCertificate, 'expectedAmount' | 'receivedAmount'>) =>
  expectedAmount - (receivedAmount ?? 0)

type Entered = Pick<TdsCertificate, 'fileId'> & { certificateNo: string; tan: string; receivedAmount: number }

/** Enters a certificate: it closes where it has what was deducted, else it says by how much it differs. */
async function received(trx: Knex, row: TdsCertificate, entered: Entered, field: string) {
  await demandUnused(trx, row, entered.certificateNo, field)
  const after = { ...row, ...entered, ...nothingWrittenOff }
  const differs = entered.receivedAmount - row.expectedAmount
  return {
    to: certificateStateOf(after) as 'CLOSED' | 'DIFFERS',
    changes: { ...entered, ...nothingWrittenOff, ...dealtWith },
    answer:
      differs === 0
        ? 'It has what was deducted: the certificate is received.'
        : `It has ${rupees(Math.abs(differs))} ${differs < 0 ? 'less' : 'more'} than the ${rupees(row.expectedAmount)} that payments deducted.`,
  }
}

/** A certificate is for one quarter: throws 400 where its number stands at another of the customer. */
async function demandUnused(trx: Knex, { id, customerId }: TdsCertificate, no: string, field: string) {
  const others = await trx('tds_certificate')
    .where({ customerId, certificateNo: no })
    .whereNot({ id })
    .first('taxYear', 'quarter')
  if (others)
    throw invalidField(
      field,
      'DUPLICATE_KEY',
      `${no} is entered for ${others.quarter} of 20${others.taxYear.slice(0, 2)}-${others.taxYear.slice(2)} already: enter the number of this quarter`,
    )
}

const demandPaper = (trx: Knex, person: Person, id: number | null, sentFor: 'TDS' | 'TDS_SAID', field: string) =>
  demandFile(trx, person, id, { sentFor, field, label: 'Certificate' })
