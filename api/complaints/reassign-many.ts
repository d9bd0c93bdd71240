import { FeathersError } from '@feathersjs/errors'
import type { Knex } from 'knex'
import { complaint } from '../../resources/complaints/complaint.ts'
import type { ReassignResult } from '../../resources/complaints/complaint-answers.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import { bodyObject } from '../derive/save/read-body.ts'
import type { Call } from '../derive/service.ts'
import { invalidField } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import { takeComplaintStep } from './take-complaint-step.ts'

const MOST_REASSIGNED = 100

/**
 * `POST /api/complaint-reassignments { complaints: [{ id, rowVersion }], ownerEmployeeId, remark }`: gives many complaints
 * to one owner, each by itself. Answers in the order of the request which were given and why the others were not.
 */
export const reassignMany =
  (db: Knex) =>
  async (body: unknown, call: Call): Promise<{ results: ReassignResult[] }> => {
    const person = requirePerson(call)
    requireRight(person, complaint, 'approve')
    const author = requireAuthor(call)
    const { complaints, ownerEmployeeId, remark } = bodyObject(body, 'The reassignment')
    if (!Array.isArray(complaints) || complaints.length === 0 || complaints.length > MOST_REASSIGNED)
      throw invalidField('complaints', 'TYPE', `complaints must name 1 to ${MOST_REASSIGNED} of them`)
    if (!Number.isSafeInteger(ownerEmployeeId) || (ownerEmployeeId as number) < 1)
      throw invalidField('ownerEmployeeId', 'REQUIRED', 'New owner is required: choose one of the list')
    const asked = complaints.map(one => bodyObject(one, 'A complaint', 'complaints'))
    if (new Set(asked.map(({ id }) => id)).size < asked.length)
      throw invalidField('complaints', 'TWICE', 'complaints names one twice: name each once')
    const results: ReassignResult[] = []
    for (const { id, rowVersion } of asked) {
      const step = { complaintId: id, rowVersion, step: 'reassign', ownerEmployeeId, remark: remark ?? '' }
      const refused = await transact(db, trx => takeComplaintStep(trx, step, person, author)).then(
        () => null,
        sentenceOf,
      )
      results.push({ complaintId: id as number, refused })
    }
    return { results }
  }

/** The sentence of a refusal; any other error is thrown on. */
function sentenceOf(error: unknown): string {
  if (error instanceof FeathersError && error.code < 500) return error.message
  throw error
}
