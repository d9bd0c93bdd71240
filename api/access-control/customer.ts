import type { Knex } from 'knex'
import { writesCreditNotesOnly } from '../../resources/access.ts'
import { type Customer, customer } from '../../resources/access-control/customer.ts'
import { registrationProblem } from '../../resources/access-control/gstin-holders.ts'
import type { RowCheck } from '../derive/extend.ts'
import type { Author } from '../derive/save/author.ts'
import { type Candidate, changesAny } from '../derive/save/candidate.ts'
import { checkCityState, checkGstinState } from '../settings/gstin-state.ts'
import { rolesHeldBy } from './roles-held.ts'

/** The column of a customer that the credit desk writes. */
const CREDIT_NOTE = 'tcsTdsNote'

/** A customer's GSTIN and city belong to their state; the credit desk changes credit notes only. */
export const checkCustomers: RowCheck = async (db, candidates, author) => {
  await checkGstinState(db, candidates)
  await checkCityState(db, candidates)
  checkRegistrations(candidates)
  await checkCreditDesk(db, candidates, author)
}

/** A GSTIN is of a kind that agrees with the registration; the refusal says which type fits. */
function checkRegistrations(candidates: Candidate[]) {
  for (const candidate of candidates) {
    const { gstin, gstRegistrationType: type } = candidate.row as Partial<Customer>
    if (!gstin || !type || !changesAny(candidate, 'gstin', 'gstRegistrationType')) continue
    const problem = registrationProblem(gstin, type)
    if (!problem) continue
    const message = `GST registration must be ${problem.fits}: the GSTIN is that of ${problem.of}`
    candidate.faults.push({ field: 'gstRegistrationType', code: 'GSTIN_KIND', message })
  }
}

const OTHERS = Object.keys(customer.fields).filter(name => name !== CREDIT_NOTE)

/** Throws where somebody who may change customers only as a credit controller changes anything but the credit notes. */
async function checkCreditDesk(db: Knex, candidates: Candidate[], author: Author) {
  const changed = candidates.filter(candidate => candidate.before && changesAny(candidate, ...OTHERS))
  if (changed.length === 0 || author.id === null) return
  if (!writesCreditNotesOnly(await rolesHeldBy(db, author.id))) return
  for (const candidate of changed) {
    const field = OTHERS.find(name => changesAny(candidate, name))!
    const message = 'A credit controller changes the credit notes of a customer (TCS or TDS note) and nothing else'
    candidate.faults.push({ field, code: 'FORBIDDEN_FIELD', message })
  }
}
