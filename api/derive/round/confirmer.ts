import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { jobParams } from '../import/job.ts'
import { requireRight } from '../rights/conditions.ts'
import { actsOnAllWith } from '../rights/field-conditions.ts'
import { onePersonOf } from '../rights/one-person.ts'
import type { Person } from '../rights/person.ts'
import { resourceOf } from '../signed-in.ts'
import { fieldsOf } from './many-change.ts'

/**
 * Throws unless the person may save a round: whoever prepared it, or another person whose rights reach all of its rows;
 * more rows than `rounds.second_person_rows` are saved by another person alone.
 */
export async function requireConfirmer(db: Knex, job: ImportJob, person: Person): Promise<void> {
  const resource = resourceOf(job.importType)
  requireRight(person, resource, 'update')
  const { 'rounds.second_person_rows': alone } = await readSettings(db)
  const isOne = await onePersonOf(db, [job.requestedById, person.id])
  const isSame = isOne(job.requestedById, person.id)
  if (isSame && job.rowsChanged > alone) {
    const rows = job.rowsChanged.toLocaleString('en-IN')
    throw conflict(
      'SECOND_PERSON',
      `You prepared this round of ${rows} rows: another person who may make it confirms it`,
    )
  }
  if (job.requestedById === person.id) return
  if (!actsOnAllWith(resource, person, 'update', fieldsOf(jobParams(job).round!)))
    throw forbidden('Your roles do not reach all rows of this round: a person whose roles do confirms it')
}
