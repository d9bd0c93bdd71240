import type { Knex } from 'knex'
import { forbidden } from '../../platform/errors.ts'
import type { TakeAction } from '../extend.ts'
import { updateRow } from './write.ts'

/**
 * A second person confirms a price or limit, so that it counts (§I.2, note 2). Throws 403 for whoever wrote any part of
 * what waits for confirmation.
 */
export const confirmRow: TakeAction = async (trx, { resource, rows, person, author }) => {
  for (const row of rows) {
    const writers: number[] = await trx('audit_entry')
      .where({ entity: resource.name, entityId: row.id })
      .where('id', '>', await lastConfirmation(trx, resource.name, row.id))
      .whereNotNull('actorId')
      .pluck('actorId')
    if (writers.includes(person.id) || row.updatedById === person.id)
      throw forbidden('A row is confirmed by another person than the one who wrote it')
    await updateRow(trx, resource, row, { confirmStatus: 'CONFIRMED', confirmedById: person.id }, author)
  }
}

/** The history row of the last confirmation, or 0: what came after it is what waits. */
async function lastConfirmation(trx: Knex, entity: string, entityId: number): Promise<number> {
  const found = await trx('audit_entry')
    .where({ entity, entityId })
    .where('afterJson', 'like', '%"confirmStatus":"CONFIRMED"%')
    .max({ id: 'id' })
    .first()
  return Number(found?.id ?? 0)
}
