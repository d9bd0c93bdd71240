import type { Knex } from 'knex'
import { type AccessRequest, accessRequest } from '../../resources/access-control/access-request.ts'
import { assignRoles } from '../../resources/access-control/assign-roles.ts'
import { requestedRight } from '../../resources/access-control/requested-right.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { resourceAt } from '../../resources/registry.ts'
import type { ActionHandler, ActionInput } from '../derive/extend.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { updateRow } from '../derive/save/write.ts'
import { ResourceService } from '../derive/service.ts'
import { notify } from '../mail/notify.ts'
import { now } from '../platform/clock.ts'
import { forbidden } from '../platform/errors.ts'

/**
 * Grants the requested role to the requester, through every check of Assign Roles, and notifies them; a role that confirms
 * waits for a second administrator.
 */
export const grantAccess: ActionHandler = async (trx, taken) => {
  const request = requestOf(taken)
  const { values: grantValues, person, author } = taken
  const roles = new ResourceService(trx, assignRoles)
  const call = { person, author, transaction: { trx } }
  const grant = (await roles.create({ ...grantValues, userId: request.requesterId }, call)) as StoredRow
  const waits = grant.confirmStatus === 'PENDING'
  await settle(trx, taken, { status: 'GIVEN', ...(waits && { answer: WAITS }) })
  const note = {
    title: waits ? `Your request to ${requestedRight(request)} is granted` : `You may now ${requestedRight(request)}`,
    body: waits ? WAITS : `Given by ${person.name}`,
    link: linkTo(request),
  }
  await notify(trx, [request.requesterId], note)
  const warnings = ((grant.warnings ?? []) as Fault[]).map(({ message }) => `${message}.`)
  if (!waits && warnings.length === 0) return undefined
  return ['The request is granted.', ...(waits ? [WAITS] : []), ...warnings].join(' ')
}

/** What is said of a request that was granted by a role that confirms. */
const WAITS = 'The role takes effect once a second IT administrator confirms it.'

/** Declines the request and notifies the requester of the reason. */
export const declineAccess: ActionHandler = async (trx, taken) => {
  const request = requestOf(taken)
  const answer = String(taken.values.reason)
  await settle(trx, taken, { status: 'DECLINED', answer })
  const title = `${taken.person.name} does not let you ${requestedRight(request)}`
  await notify(trx, [request.requesterId], { title, body: answer, link: '/masters/contact-details' })
  return undefined
}

/** The address of the requested screen; a record has none of its own. */
const linkTo = ({ screen }: AccessRequest) => (resourceAt(screen)?.kind === 'record' ? '/' : `/${screen}`)

/** Returns the request. Throws 403 where somebody would decide on their own request. */
function requestOf({ rows, person }: ActionInput): AccessRequest {
  const request = rows[0] as unknown as AccessRequest
  if (request.requesterId === person.id)
    throw forbidden('You cannot answer your own request: another IT administrator does')
  return request
}

const settle = (trx: Knex.Transaction, { rows, person, author }: ActionInput, settled: Partial<AccessRequest>) =>
  updateRow(trx, accessRequest, rows[0] as never, { ...settled, decidedById: person.id, decidedAt: now() }, author)
