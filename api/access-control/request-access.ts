import type { Knex } from 'knex'
import { type AccessRequest, accessRequest } from '../../resources/access-control/access-request.ts'
import type { RequestedAccess } from '../../resources/access-control/commands/roles.ts'
import { requestedRight } from '../../resources/access-control/requested-right.ts'
import { dayText } from '../../resources/define/show.ts'
import { withDefaults } from '../../resources/define/validate.ts'
import { PORTAL } from '../../resources/platform/message-text.ts'
import type { Person } from '../derive/rights/person.ts'
import type { Author } from '../derive/save/author.ts'
import { insertRows } from '../derive/save/write.ts'
import { sendMails } from '../mail/messages.ts'
import { notify } from '../mail/notify.ts'
import { today } from '../platform/clock.ts'
import { conflict, invalidField, refused } from '../platform/errors.ts'
import { administrators } from './who-grants.ts'

/** A path of the portal without its first slash; a link made of it stays inside the portal. */
const SCREEN = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/** Asks those who give roles for a right that was refused, by bell and mail; one open request for the same right. */
export async function requestAccess(trx: Knex, asked: RequestedAccess, person: Person, author: Author) {
  demandSense(asked, person)
  const request = withDefaults(accessRequest, { ...asked, requesterId: person.id }) as unknown as AccessRequest
  await demandNoneOpen(trx, request)
  const [made] = await insertRows(trx, accessRequest, [request], author)
  await notifyGrantors(trx, made as AccessRequest, person)
  return { id: made!.id }
}

function demandSense(request: RequestedAccess, { ability }: Person) {
  const { screen, action, until } = request
  if (!SCREEN.test(screen))
    throw invalidField('screen', 'FORMAT', 'Asked for must be the path of a page, such as masters/products')
  if (until !== null && until < today()) throw invalidField('until', 'RANGE', 'Needed until must not have passed')
  if (ability.can(action, screen))
    throw refused([
      { field: 'action', code: 'RULE', message: `You may ${requestedRight(request)} already: reload the page` },
    ])
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
