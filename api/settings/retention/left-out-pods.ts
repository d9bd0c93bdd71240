import type { Knex } from 'knex'
import { removeSaved } from '../../platform/stored-files.ts'

const BATCH = 1000

/** Removes photos and scans that became no POD: left out of an upload of many, or sent without a POD that followed. */
export async function removeLeftOutPods(db: Knex, before: string, home: string): Promise<number> {
  const neededFiles = db('pod_batch_file')
    .whereRaw('?? = ??', ['pod_batch_file.attachmentId', 'attachment.id'])
    .where(file => file.whereNot('result', 'LEFT_OUT').orWhere('pod_batch_file.updatedAt', '>=', before))
  for (let removed = 0; ; ) {
    const scans: { id: number; storageKey: string }[] = await db('attachment')
      .where({ ownerType: 'POD' })
      .where('createdAt', '<', before)
      .whereNotExists(db('pod').whereRaw('?? = ??', ['pod.attachmentId', 'attachment.id']))
      .whereNotExists(neededFiles.clone())
      .limit(BATCH)
      .select('id', 'storageKey')
    if (scans.length === 0) return removed
    for (const { storageKey } of scans) await removeSaved(home, storageKey)
    const ids = scans.map(({ id }) => id)
    await db('pod_batch_file').whereIn('attachmentId', ids).update({ attachmentId: null })
    removed += await db('attachment').whereIn('id', ids).delete()
  }
}
