import type { Knex } from 'knex'
import { rolesWith } from '../../../resources/define/rights.ts'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import type { ComputedColumn } from '../../derive/extend.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { holdersOfRoles } from '../../derive/rights/holders.ts'
import type { Person } from '../../derive/rights/person.ts'
import { readPerson } from '../../derive/rights/read-person.ts'
import { forbidden } from '../../platform/errors.ts'

/** LRs whose freight we pay, and only with a POD; none where bills need no POD. */
const paidOnPod = (db: Knex, narrow: (rows: Knex.QueryBuilder) => Knex.QueryBuilder) =>
  narrow(db('lr as paid'))
    .whereNot('paid.freightTerms', 'TO_PAY')
    .whereNot('paid.businessLine', 'SIGMA')
    .whereNot('paid.deliveryStatus', 'CANCELLED')
    .whereNotExists(
      db('app_setting as off')
        .where({ 'off.key': 'bill.require_pod', 'off.value': 'false', 'off.isActive': 1 })
        .whereIn('off.confirmStatus', ['CONFIRMED', 'CHANGE_PENDING'])
        .select('off.id'),
    )

/** Whether the freight of the LR of a POD is paid on it, so that whoever uploaded it does not accept it. */
export const paysFreight: ComputedColumn = (db, of) =>
  paidOnPod(db, rows => rows.where('paid.id', of('lrId'))).count('paid.id')

/** How many of those who can accept a POD a refusal names. */
const MOST_NAMED = 3

/**
 * Throws 403 for a person of a transporter, and for whoever uploaded the POD where the freight of its LR is paid on it: two
 * people stand behind such a payment.
 */
export async function demandAnother(trx: Knex, { id, lrId, createdById }: Pod, person: Person): Promise<void> {
  if (person.transporterId !== null)
    throw forbidden('A transporter does not accept a POD: the dispatch desk or the customer service does')
  const added = await trx('pod_page').where({ podId: id, createdById: person.id }).first('id')
  if (createdById !== person.id && !added) return
  if (!(await paidOnPod(trx, rows => rows.where('paid.id', lrId)).first('paid.id'))) return
  const names = await othersWhoAccept(trx, id, person)
  throw forbidden(
    `You uploaded this POD, and freight is paid on it, so another login accepts it: ask ${names.join(' or ') || 'the IT administrator for a second login of the dispatch desk'}`,
  )
}

/** The names of some who may accept a POD, besides this person. */
async function othersWhoAccept(trx: Knex, podId: number, { id: own }: Person): Promise<string[]> {
  const names: string[] = []
  for (const holder of await holdersOfRoles(trx, rolesWith(pod.access, 'approve'))) {
    if (names.length === MOST_NAMED) break
    const other = holder.id === own ? null : await readPerson(trx, holder.id)
    if (!other || other.transporterId !== null) continue
    const theirs = restrict(trx('pod').where('pod.id', podId), trx, pod, other, 'approve')
    if (await theirs.first('pod.id')) names.push(holder.name)
  }
  return names
}
