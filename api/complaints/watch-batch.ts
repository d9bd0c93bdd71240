import type { Knex } from 'knex'
import type { Complaint } from '../../resources/complaints/complaint.ts'
import { holdersOf } from '../derive/rights/holders.ts'
import { notify } from '../mail/notify.ts'
import { batchRadarQuery } from './batch-radar.ts'

/** Tells QA, once a batch, that its complaints passed the limits of the radar and that its certificate should go. */
export async function watchBatch(trx: Knex, { complaintType, productId, batchNo }: Complaint): Promise<void> {
  if (complaintType !== 'PRODUCT_QUALITY' || productId === null || batchNo === null) return
  const radarRow: { id: number; complaints: number; proposal: string } | undefined = await trx
    .from(batchRadarQuery(trx).as('radar'))
    .where({ productId, batchNo })
    .first('id', 'complaints', 'proposal')
  if (radarRow?.proposal !== 'WITHDRAW_CERTIFICATE') return
  const { code } = await trx('products').where({ id: productId }).first('code')
  const title = `Batch ${batchNo} of ${code}: withdraw its certificate?`
  const told: number[] = await trx('notification').where({ title }).pluck('userId')
  const readers = (await holdersOf(trx, 'answerForQuality')).map(({ id }) => id).filter(id => !told.includes(id))
  await notify(trx, readers, {
    title,
    body: radarRow.complaints === 1 ? 'One complaint says so.' : `${radarRow.complaints} complaints say so.`,
    link: `/complaints/modify?of=Batches&row=${radarRow.id}`,
  })
}
