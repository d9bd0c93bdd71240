import type { Knex } from 'knex'
import { addDays } from '../../../resources/define/dates.ts'
import { dayText } from '../../../resources/define/show.ts'
import { freightCharge } from '../../../resources/masters/freight-charge.ts'
import { type FreightContract, freightContract } from '../../../resources/masters/freight-contract.ts'
import { freightContractProcess } from '../../../resources/masters/freight-contract-process.ts'
import { freightRate } from '../../../resources/masters/freight-rate.ts'
import type { ActionHandler } from '../../derive/extend.ts'
import { attach } from '../../derive/process/attach.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { conflict, invalidField, refused } from '../../platform/errors.ts'

/** What is particular of the steps of a freight contract. */
export const attachedContract = attach<FreightContract, typeof freightContractProcess>(freightContractProcess, {
  resource: freightContract,
  numberOf: ({ contractNo }) => `Contract ${contractNo}`,
  subjectOf: (row, person) => ({
    isOwn: person !== null && (row.createdById === person.id || row.submittedById === person.id),
  }),
  effects: {
    /** A contract without rates prices nothing. */
    async submit(trx, { row, person }) {
      await demandRates(trx, row)
      return { changes: { submittedById: person.id } }
    },
    sendBack: async () => ({ changes: { submittedById: null } }),
    /** From now on it counts; the one that it replaces ends the day before. */
    async approve(trx, { row, person, author }) {
      await demandRates(trx, row)
      if (row.endsOn < today()) throw wrong('endsOn', 'Valid to is past: return it to draft and enter a later day')
      await endReplaced(trx, row, author)
      await demandNoOther(trx, row)
      return {
        changes: { approvedById: person.id, approvedOn: today() },
        answer: `LRs of ${dayText(row.startsOn)} and later are priced by contract ${row.contractNo}.`,
      }
    },
    async end(_, { row, said }) {
      const lastDay = String((said as { lastDay: string }).lastDay)
      if (lastDay < row.startsOn || lastDay > row.endsOn)
        throw invalidField(
          'lastDay',
          'RANGE',
          `Last day must lie from ${dayText(row.startsOn)} to ${dayText(row.endsOn)}, while the contract is valid`,
        )
      return { changes: { endsOn: lastDay } }
    },
  },
  tell: {},
})

const wrong = (field: string, message: string) => refused([{ field, code: 'NOT_ALLOWED_STATE', message }])

async function demandRates(trx: Knex, { id, kind }: FreightContract) {
  const column = kind === 'TRIP' ? 'tripRate' : 'rate'
  if (await trx('freight_rate').where({ contractId: id, isActive: 1 }).whereNotNull(column).first('id')) return
  throw wrong('status', `Add a freight rate ${kind === 'TRIP' ? 'per trip' : 'per kg'} to the contract first`)
}

async function endReplaced(trx: Knex, row: FreightContract, author: Author) {
  if (row.replacesId === null) return
  const [before] = await rowsOf(trx, freightContract, rows => rows.where('id', row.replacesId))
  if (before?.status !== 'APPROVED' || before.endsOn < row.startsOn) return
  if (before.startsOn >= row.startsOn)
    throw wrong(
      'startsOn',
      `Valid from must be after ${dayText(before.startsOn)}, when contract ${before.contractNo} begins`,
    )
  await updateRow(trx, freightContract, before, { endsOn: addDays(row.startsOn, -1), status: 'ENDED' }, author)
}

/** For a transporter, a kind and a day one contract counts. */
async function demandNoOther(trx: Knex, { id, transporterId, kind, startsOn, endsOn }: FreightContract) {
  // Two that are approved at once follow each other.
  await trx('transporter').where({ id: transporterId }).forUpdate().first('id')
  const other = await trx('freight_contract')
    .where({ transporterId, kind, isActive: 1 })
    .whereIn('status', [...freightContractProcess.sets.counting])
    .whereNot({ id })
    .where('startsOn', '<=', endsOn)
    .where('endsOn', '>=', startsOn)
    .forUpdate()
    .first('contractNo', 'startsOn', 'endsOn')
  if (!other) return
  const message = `Contract ${other.contractNo} of this transporter counts from ${dayText(other.startsOn)} to ${dayText(other.endsOn)}: end it before, or name it under Replaces`
  throw conflict('DATE_OVERLAP', message, {}, 'startsOn')
}

/** Makes a draft with the same rates and charges, which replaces the contract once it is approved. */
export const newVersion: ActionHandler = async (trx, { rows, values, author }) => {
  const [before] = rows as unknown as FreightContract[]
  const contractNo = String(values.contractNo)
  if (await trx('freight_contract').where({ contractNo }).first('id'))
    throw invalidField('contractNo', 'DUPLICATE_KEY', `Contract no ${contractNo} is taken: enter another`)
  const { startsOn, endsOn } = values as { startsOn: string; endsOn: string }
  if (endsOn < startsOn) throw invalidField('endsOn', 'RANGE', 'Valid to must not be before Valid from')
  const fresh = {
    submittedById: null,
    approvedById: null,
    approvedOn: null,
    attachmentId: null,
    status: 'DRAFT' as const,
  }
  const [made] = await insertRows(
    trx,
    freightContract,
    [{ ...entered(freightContract.fields, before!), ...fresh, contractNo, startsOn, endsOn, replacesId: before!.id }],
    author,
  )
  for (const table of [freightRate, freightCharge]) {
    const lines = await rowsOf(trx, table as typeof freightRate, some =>
      some.where({ contractId: before!.id, isActive: 1 }),
    )
    const copies = lines.map(line => ({ ...entered(table.fields, line), contractId: made!.id }))
    if (copies.length > 0) await insertRows(trx, table as typeof freightRate, copies, author)
  }
  return `Contract ${contractNo} is made as a draft with the same rates.`
}

const entered = <R extends object>(fields: object, row: R): Partial<R> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name in fields)) as Partial<R>
