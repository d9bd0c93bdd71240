import type { Knex } from 'knex'
import { masterWithLines } from '../../resources/masters/master-with-lines.ts'
import { type RateContract, rateContractCustomer } from '../../resources/masters/rate-contract-customer.ts'
import type { ActionHandler, ComputedColumn } from '../derive/extend.ts'
import type { Author } from '../derive/save/author.ts'
import { type Candidate, changesAny } from '../derive/save/candidate.ts'
import { saveChanges } from '../derive/save/save-changes.ts'
import { today } from '../platform/clock.ts'
import { refused } from '../platform/errors.ts'
import { daysBetween } from '../platform/sql-words.ts'
import { checkDocumentFile } from './document-file.ts'
import { refreshContract } from './rate-contract-totals.ts'
import { requireLines } from './save-lines.ts'
import { copyWithLines } from './with-lines.ts'

/** The terms of a contract are fixed once it was activated; for a customer, product and day one contract counts. */
export async function checkRateContracts(db: Knex, candidates: Candidate[], author: Author): Promise<void> {
  await checkDocumentFile(db, candidates, 'CONTRACT', author)
  for (const candidate of candidates) {
    if (author.source !== 'SAP') fixOnceActive(candidate)
    if (author.source !== 'SAP' && author.id !== null) leaveToSap(candidate)
    const { row, before } = candidate
    if (!before || row.status !== 'ACTIVE' || row.isActive === false) continue
    if (!changesAny(candidate, 'status', 'validFrom', 'validTo', 'isActive')) continue
    const clash = await clashOf(db, row as RateContract)
    if (clash)
      candidate.faults.push({
        field: 'validFrom',
        code: 'DATE_OVERLAP',
        message: `Product ${clash.code} is on contract ${clash.contractNo} of this customer too, valid ${clash.validFrom} to ${clash.validTo}: close that one or choose other days`,
      })
  }
}

const AGREED = ['contractNo', 'customerId', 'sbuId', 'validFrom'] as const

function fixOnceActive(candidate: Candidate) {
  if (!candidate.before || candidate.before.status === 'DRAFT') return
  for (const name of AGREED.filter(name => changesAny(candidate, name))) {
    const message = `${name === 'validFrom' ? 'Valid from' : 'This'} is fixed once the contract was activated: copy it instead`
    candidate.faults.push({ field: name, code: 'NOT_ALLOWED_STATE', message })
  }
}

/** A contract of SAP ends when SAP says, unless a person suspends or closes it here. */
function leaveToSap(candidate: Candidate) {
  if (!candidate.before || candidate.before.sapStatus == null || !changesAny(candidate, 'validTo')) return
  const message = 'Valid to is SAP’s for this contract: change it there, or close the contract here'
  candidate.faults.push({ field: 'validTo', code: 'NOT_ALLOWED_STATE', message })
}

/** Another active contract of the customer with one of these products, on a day of this one. */
const clashOf = (db: Knex, { id, validFrom, validTo }: RateContract) =>
  db('rate_contract_line as mine')
    .join('rate_contract_line as theirs', on =>
      on.on('theirs.customerId', 'mine.customerId').andOn('theirs.productId', 'mine.productId'),
    )
    .join('rate_contract_customer as other', 'other.id', 'theirs.rateContractId')
    .join('products', 'products.id', 'mine.productId')
    .where({ 'mine.rateContractId': id, 'other.status': 'ACTIVE', 'other.isActive': 1 })
    .whereNot('other.id', id)
    .whereRaw('coalesce(theirs.lineFrom, other.validFrom) <= coalesce(mine.lineTo, ?)', [validTo])
    .whereRaw('coalesce(theirs.lineTo, other.validTo) >= coalesce(mine.lineFrom, ?)', [validFrom])
    .first('products.code', 'other.contractNo', 'other.validFrom', 'other.validTo')

/** Activates a contract that has lines, the signed paper unless it is SAP’s, and days still to come. */
export const activateContract: ActionHandler = async (trx, { rows, author }) => {
  const [contract] = rows as unknown as RateContract[]
  await requireLines(
    masterWithLines('rate-contract-customer'),
    trx,
    contract!.id,
    'Add at least one line before you activate the contract',
  )
  if (contract!.sapStatus === 'SUSPENDED')
    throw refused([wrong('sapStatus', 'SAP has suspended this contract: release it in SAP first')])
  if (contract!.attachmentId === null && contract!.sapStatus === null)
    throw refused([wrong('attachmentId', 'Attach the signed contract before you activate it')])
  if (contract!.validTo < today()) throw refused([wrong('validTo', 'Valid to is past: set a later day first')])
  await saveChanges(trx, rateContractCustomer, rows, () => ({ status: 'ACTIVE' }), author)
}

const wrong = (field: string, message: string) => ({ field, code: 'NOT_ALLOWED_STATE', message })

const to =
  (status: RateContract['status']): ActionHandler =>
  async (trx, { rows, author }) => {
    await saveChanges(trx, rateContractCustomer, rows, () => ({ status }), author)
  }
export const suspendContract = to('SUSPENDED')
export const closeContract = to('CLOSED')

/** Makes a new draft with the same lines, for the next period or with another number. */
export const copyContract: ActionHandler = async (trx, { rows, values: asked, author }) => {
  const { contractNo, validFrom, validTo } = asked
  const changes = {
    contractNo,
    validFrom,
    validTo,
    contractDate: today(),
    status: 'DRAFT',
    sapContractNo: null,
    sapStatus: null,
  }
  const unused = { attachmentId: null, consumedPct: 0 }
  const copy = await copyWithLines(
    trx,
    masterWithLines('rate-contract-customer'),
    rows[0]!,
    { ...changes, ...unused },
    author,
  )
  await refreshContract(trx, copy.id)
  return `Contract ${copy.contractNo} is made as a draft.`
}

/** Whether an active contract ends within `rc.expiry_warn_days`. */
export const isExpiring: ComputedColumn = (db, of, day) => {
  const days = db('app_setting').where({ key: 'rc.expiry_warn_days', isActive: 1 }).select('value').limit(1)
  return db.raw(
    `case when ? = 'ACTIVE' and ? >= ? and ${daysBetween(db, '?', '?')} <= coalesce((?), 30) + 0 then 1 else 0 end`,
    [of('status'), of('validTo'), day, of('validTo'), day, days],
  )
}
