import type { Knex } from 'knex'

export { down } from './ddl.ts'

/** Numbers that LRs hold become e-way bills: SAP's where the invoice has the number, else typed by hand. */
export async function up(db: Knex) {
  const columns = ['createdAt', 'createdById', 'updatedAt', 'updatedById'] as const
  const held = db('lr_line')
    .join('lr', 'lr.id', 'lr_line.lrId')
    .leftJoin('invoice', 'invoice.id', 'lr_line.invoiceId')
    .whereNotNull('lr_line.ewayHeld')
    .whereNotIn('lr_line.ewayHeld', db('eway_bill').select('ewayBillNo'))
    .select(
      'lr_line.ewayHeld as ewayBillNo',
      db.raw("case when ?? = ?? then 'CHL' else 'INV' end as ??", [
        'lr_line.challanNo',
        'lr_line.ewayDocNo',
        'docType',
      ]),
      'lr_line.ewayDocNo as docNo',
      'lr_line.invoiceId',
      'lr.id as lrId',
      'lr_line.id as lrLineId',
      'lr.plantId',
      'lr.transporterId',
      db.raw("case when ?? = ?? then 'SAP' else 'HAND' end as ??", ['invoice.ewayBillNo', 'lr_line.ewayHeld', 'via']),
      db.raw("'ACTIVE' as ??", ['status']),
      db.raw("'UNKNOWN' as ??", ['holder']),
      'lr_line.ewayValidTo as validTo',
      'lr.distanceKm',
      'lr.partBVehicleNo as vehicleNo',
      db.raw('0 as ??', ['extendedTimes']),
      db.raw('0 as ??', ['isVerified']),
      db.raw("'NONE' as ??", ['task']),
      db.raw('1 as ??', ['rowVersion']),
      ...columns.map(name => `lr_line.${name}`),
    )
  const into = [
    'ewayBillNo',
    'docType',
    'docNo',
    'invoiceId',
    'lrId',
    'lrLineId',
    'plantId',
    'transporterId',
    'via',
    'status',
    'holder',
    'validTo',
    'distanceKm',
    'vehicleNo',
    'extendedTimes',
    'isVerified',
    'task',
    'rowVersion',
    ...columns,
  ]
  await db(db.raw('?? (??)', ['eway_bill', into])).insert(held)
}
