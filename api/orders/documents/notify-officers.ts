import type { Knex } from 'knex'
import { type EudBlock, eudBlock } from '../../../resources/complaints/eud-block.ts'
import { rolesWith } from '../../../resources/define/rights.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import { holdersOfRoles } from '../../derive/rights/holders.ts'
import { readPerson } from '../../derive/rights/read-person.ts'
import { notify } from '../../mail/notify.ts'

/** Rings the bell of each regulatory officer who may decide the release of a block. */
export async function notifyOfficers(trx: Knex, { id, blockNo }: EudBlock): Promise<void> {
  const officers: number[] = []
  for (const holder of await holdersOfRoles(trx, rolesWith(eudBlock.access, 'update'))) {
    const person = await readPerson(trx, holder.id)
    const theirs = person && restrict(trx('eud_block').where('eud_block.id', id), trx, eudBlock, person, 'update')
    if (await theirs?.first('eud_block.id')) officers.push(holder.id)
  }
  const { name } = await trx('customer')
    .join('eud_block', 'eud_block.customerId', 'customer.id')
    .where('eud_block.id', id)
    .first('customer.name')
  await notify(trx, officers, {
    title: `${blockNo}: release requested`,
    body: name,
    link: `/${eudBlock.path}/show/${id}`,
  })
}
