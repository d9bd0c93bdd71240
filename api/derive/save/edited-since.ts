import type { Knex } from 'knex'
import type { ImportJob } from '../../../resources/platform/imports/import-job.ts'
import type { ImportedRow } from '../roll-back/imported-rows.ts'

/**
 * Returns who changed rows after an import had written them, as the rest of a sentence, by row id. Imports that were
 * rolled back since do not count.
 */
export async function editedSince(
  db: Knex,
  job: ImportJob,
  rows: readonly ImportedRow[],
): Promise<Map<number, string>> {
  const lastOf = new Map(rows.map(({ id, lastEntry }) => [id, lastEntry]))
  const later: { id: number; entityId: number; at: string; name: string | null }[] = await db('audit_entry')
    .leftJoin('user', 'user.id', 'audit_entry.actorId')
    .leftJoin('import_job', 'import_job.id', 'audit_entry.importJobId')
    .where('audit_entry.entity', rows[0]!.resource.name)
    .whereIn('audit_entry.entityId', [...lastOf.keys()])
    .where('audit_entry.id', '>', Math.min(...lastOf.values()))
    .where(entries => entries.whereNull('audit_entry.importJobId').orWhereNot('audit_entry.importJobId', job.id))
    .where(entries => entries.whereNull('import_job.status').orWhereNot('import_job.status', 'ROLLED_BACK'))
    .orderBy('audit_entry.id')
    .select('audit_entry.id', 'audit_entry.entityId', 'audit_entry.at', 'user.name')
  const edits = new Map<number, string>()
  for (const { id, entityId, at, name } of later) {
    if (id > lastOf.get(entityId)!) edits.set(entityId, `Changed by ${name ?? 'the portal'} on ${at.slice(0, 10)}`)
  }
  return edits
}
