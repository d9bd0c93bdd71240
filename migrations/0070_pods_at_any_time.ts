import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'lr', 'claimValue', `bigint`)

  await addColumn(db, 'lr', 'claimReason', `varchar(255){ci}`)

  await addColumn(db, 'pod', 'refusedPackages', `bigint not null default 0`)

  await addColumn(db, 'pod', 'comparison', `varchar(40) not null default 'AGREES'`)

  await addColumn(db, 'pod', 'reportedStatus', `varchar(40)`)

  await addColumn(db, 'pod', 'reportedOn', `varchar(10)`)

  await createIndex(db, 'pod', 'pod_comparison', 'comparison')

  await addColumn(db, 'transporter_bill_line', 'finding', `varchar(40) not null default 'NONE'`)

  await addColumn(db, 'transporter_bill_line', 'findingValue', `bigint`)

  await addColumn(db, 'transporter_bill_line', 'findingReason', `varchar(255){ci}`)

  await addColumn(db, 'transporter_bill_line', 'setOffAmount', `bigint`)

  await addColumn(db, 'transporter_bill_line', 'setOffBillId', `int constraint transporter_bill_line_setOffBillId_fk references transporter_bill (id)`)

  await createIndex(db, 'transporter_bill_line', 'transporter_bill_line_finding', 'finding')

  await createIndex(db, 'transporter_bill_line', 'transporter_bill_line_setOffBillId', 'setOffBillId')
}
