import type { Knex } from 'knex'
import { writesNotesAlone } from '../../resources/access.ts'
import { customer } from '../../resources/access-control/customer.ts'
import type { RowCheck } from '../derive/extend.ts'
import { type Candidate, touches } from '../derive/save/candidate.ts'
import type { Author } from '../derive/save/write.ts'
import { checkCityState, checkGstinState } from '../masters/gstin-state.ts'
import { rolesHeldBy } from './roles-held.ts'

/** What the credit desk writes on a customer. */
const CREDIT_NOTE = 'tcsTdsNote'

/** A customer's GSTIN and city belong to his state; the credit desk changes his credit notes alone. */
export const checkCustomers: RowCheck = async (db, candidates, author) => {
  await checkGstinState(db, candidates)
  await checkCityState(db, candidates)
  await checkCreditDesk(db, candidates, author)
}

const OTHERS = Object.keys(customer.fields).filter(name => name !== CREDIT_NOTE)

/** Who may change customers as a credit controller alone changes their credit notes and nothing else (§I.2, note 4). */
async function checkCreditDesk(db: Knex, candidates: Candidate[], author: Author) {
  const changed = candidates.filter(candidate => candidate.before && touches(candidate, ...OTHERS))
  if (changed.length === 0 || author.id === null) return
  if (!writesNotesAlone(await rolesHeldBy(db, author.id))) return
  for (const candidate of changed) {
    const field = OTHERS.find(name => touches(candidate, name))!
    const message = 'A credit controller changes the credit notes of a customer (TCS or TDS note) and nothing else'
    candidate.faults.push({ field, code: 'FORBIDDEN_FIELD', message })
  }
}
