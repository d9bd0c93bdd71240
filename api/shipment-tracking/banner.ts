import type { ComputedColumn, RowCheck } from '../derive/extend.ts'
import { changesAny } from '../derive/save/candidate.ts'
import { now } from '../platform/clock.ts'

const LARGEST = 1024 * 1024

/** Whether a banner runs now. */
export const isBannerRunning: ComputedColumn = (db, of) =>
  db.raw('case when ? between ? and ? then 1 else 0 end', [now(), of('validFrom'), of('validTo')])

/** A banner shows a picture that was uploaded for it, no larger than a page can wait for. */
export const checkBanners: RowCheck = async (db, candidates) => {
  const changed = candidates.filter(candidate => changesAny(candidate, 'imageAttachmentId'))
  if (changed.length === 0) return
  const ids = changed.map(({ row }) => row.imageAttachmentId as number)
  const files: { id: number; ownerType: string; mimeType: string; sizeBytes: number }[] = await db('attachment')
    .whereIn('id', ids)
    .select('id', 'ownerType', 'mimeType', 'sizeBytes')
  const byId = new Map(files.map(file => [file.id, file]))
  for (const { row, faults } of changed) {
    const file = byId.get(row.imageAttachmentId as number)
    const refuse = (code: string, message: string) => faults.push({ field: 'imageAttachmentId', code, message })
    if (file?.ownerType !== 'BANNER') refuse('UNKNOWN_REF', 'Picture must be a file that was sent for a banner')
    else if (!/^image\/(png|jpeg)$/.test(file.mimeType)) refuse('FORMAT', 'Picture must be a PNG or JPG')
    else if (file.sizeBytes > LARGEST) refuse('RANGE', 'Picture must be at most 1 MB')
  }
}
