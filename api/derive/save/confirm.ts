import type { Knex } from 'knex'
import { forbidden } from '../../platform/errors.ts'
import type { ActionHandler } from '../extend.ts'
import { updateRow } from './write.ts'

/**
 * Confirms prices or limits, which are valid only when a second person has confirmed them. Throws 403 for a person who
 * made any of the changes since the last confirmation.
 */
export const confirmRows: ActionHandler = async (trx, { resource, rows, person, author }) => {
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

/** Returns the id of the last confirmation's history entry, or 0. */
async function lastConfirmation(trx: Knex, entity: string, entityId: number): Promise<number> {
  const found = await trx('audit_entry')
    .where({ entity, entityId })
    .where('afterJson', 'like', '%"confirmStatus":"CONFIRMED"%')
    .max({ id: 'id' })
    .first()
  return Number(found?.id ?? 0)
}
