import type { Knex } from 'knex'
import type { Resource } from '../../resources/define/resource.ts'
import { rolesWith } from '../../resources/define/rights.ts'
import type { ImportJob } from '../../resources/platform/imports/import-job.ts'
import { holdersOfRoles } from '../derive/rights/holders.ts'
import { onePersonOf } from '../derive/rights/one-person.ts'
import { notify } from './notify.ts'

/** Notifies everybody who may confirm a round that it is waiting; whoever prepared it may not. */
export async function tellConfirmers(
  trx: Knex,
  { id, requestedById }: ImportJob,
  resource: Resource,
  words: string,
): Promise<void> {
  const holders = await holdersOfRoles(trx, rolesWith(resource.access, 'update'))
  const ids = holders.map(holder => holder.id)
  const isOne = await onePersonOf(trx, [requestedById, ...ids])
  const others = ids.filter(holder => !isOne(requestedById, holder))
  const link = `/${resource.path}/import?job=${id}`
  await notify(trx, others, { title: `A round of ${resource.title} is waiting for a second person`, body: words, link })
}
