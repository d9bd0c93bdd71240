import type { Knex } from 'knex'
import { isWorthMailing, mailNewDates } from './mail-new-dates.ts'

/** Once a file of expected dates is saved, each customer gets one mail about all of their deliveries that it moved. */
export async function mailExpectedDates(trx: Knex, importJobId: number): Promise<void> {
  const rows: { id: number; orderLineId: number; oldDate: string; newDate: string }[] = await trx(
    'upload_expected_delivery_dates as told',
  )
    .join('schedule_line', function () {
      this.on('schedule_line.orderLineId', 'told.orderLineId').on('schedule_line.scheduleNo', 'told.scheduleNo')
    })
    .where({ 'told.importJobId': importJobId, 'told.mailSent': 0 })
    .orderBy('told.id')
    .select('told.id', 'told.orderLineId', 'told.newDate')
    // The date told to the customer before: the confirmed one, or the requested one.
    .select(
      trx.raw('coalesce(??, ??, ??) as ??', [
        'told.oldDate',
        'schedule_line.confirmedDate',
        'schedule_line.requestedDate',
        'oldDate',
      ]),
    )
  const news = rows.filter(isWorthMailing)
  await mailNewDates(trx, news)
  for (let start = 0; start < news.length; start += 500) {
    const ids = news.slice(start, start + 500).map(({ id }) => id)
    await trx('upload_expected_delivery_dates').whereIn('id', ids).update({ mailSent: 1 })
  }
}
