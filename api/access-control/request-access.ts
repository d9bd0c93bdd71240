import type { Knex } from 'knex'
import { type AccessRequest, accessRequest } from '../../resources/access-control/access-request.ts'
import { requestedRight } from '../../resources/access-control/requested-right.ts'
import { dayText } from '../../resources/define/show.ts'
import { clean, validate, withDefaults } from '../../resources/define/validate.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import type { Person } from '../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import { insertRows } from '../derive/save/write.ts'
import type { Call } from '../derive/service.ts'
import { sendMails } from '../mail/messages.ts'
import { notify } from '../mail/notify.ts'
import { today } from '../platform/clock.ts'
import { conflict, invalid, invalidField, refused } from '../platform/errors.ts'
import { transact } from '../platform/transact.ts'
import { administrators } from './who-grants.ts'

const ASKED = ['screen', 'action', 'reason', 'until']
/** A path of the portal without its first slash; a link made of it stays inside the portal. */
const SCREEN = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/**
 * `POST /api/request-access { screen, action, reason, until }`: asks those who give roles for a right that was refused,
 * by bell and mail; one open request for the same right.
 */
export function requestAccess(db: Knex) {
  return {
    async create(body: Record<string, unknown>, call: Call) {
      const person = requirePerson(call)
      const author = requireAuthor(call)
      const request = readRequest(body, person)
      return transact(db, async trx => {
        await demandNoneOpen(trx, request)
        const [made] = await insertRows(trx, accessRequest, [request], author)
        await notifyGrantors(trx, made as AccessRequest, person)
        return { id: made!.id }
      })
    },
  }
}

function readRequest(body: Record<string, unknown>, person: Person): AccessRequest {
  const odd = Object.keys(body).find(name => !ASKED.includes(name))
  if (odd) throw invalidField(odd.slice(0, 60), 'UNKNOWN_FIELD', `${odd.slice(0, 60)} is not part of a request`)
  const row = withDefaults(accessRequest, clean(accessRequest, { ...body, requesterId: person.id }))
  const faults = validate(accessRequest, row)
  if (faults.length > 0) throw invalid(faults)
  const request = row as unknown as AccessRequest
  if (!SCREEN.test(request.screen))
    throw invalidField('screen', 'FORMAT', 'Asked for must be the path of a page, such as masters/products')
  if (request.until !== null && request.until < today())
    throw invalidField('until', 'RANGE', 'Needed until must not have passed')
  if (person.ability.can(request.action, request.screen))
    throw refused([
      { field: 'action', code: 'RULE', message: `You may ${requestedRight(request)} already: reload the page` },
    ])
  return request
}

async function demandNoneOpen(trx: Knex, { requesterId, screen, action }: AccessRequest) {
  // Of two requests at once, the second waits here.
  await trx('user').where({ id: requesterId }).forUpdate().first('id')
  if (await trx('access_request').where({ requesterId, screen, action, status: 'OPEN' }).first('id'))
    throw conflict('ASKED_ALREADY', 'You have already requested this: you will be notified of the answer')
}

async function notifyGrantors(trx: Knex, request: AccessRequest, { id, name }: Person) {
  const granters: { id: number; name: string; email: string }[] = await administrators(trx)
    .whereNot('user.id', id)
    .distinct('user.id', 'user.name', 'user.email')
  if (granters.length === 0)
    throw refused([
      {
        field: '',
        code: 'RULE',
        message: 'No other person can assign roles at present, so the request would stay open',
      },
    ])
  const [link, subject] = [`/access-control/assign-roles?person=${id}&request=${request.id}`, requestedRight(request)]
  const ids = granters.map(granter => granter.id)
  await notify(trx, ids, { title: `${name} asks to ${subject}`, body: request.reason, link })
  const values = {
    actorName: name,
    subject,
    reason: request.reason,
    validTo: request.until === null ? 'further notice' : dayText(request.until),
    link: `${PORTAL}${link}`,
  }
  await sendMails(
    trx,
    granters.map(granter => ({
      template: 'ACCESS_REQUESTED',
      topic: 'SECURITY',
      to: granter.email,
      values: { ...values, name: granter.name },
      owner: { type: accessRequest.name, id: request.id },
    })),
  )
}
