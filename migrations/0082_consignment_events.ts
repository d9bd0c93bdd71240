import type { Knex } from 'knex'
import { addColumn, createIndex } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'lr', 'claimNoticeOn', `varchar(10)`)
  await addColumn(db, 'lr', 'claimAmount', `bigint`)

  await createIndex(db, 'lr', 'lr_deskTask', 'deskTask')

  await addColumn(db, 'lr_line', 'outcome', `varchar(40) not null default 'NONE'`)

  await addColumn(db, 'tracking_event', 'settles', `tinyint(1) not null default 0`)

  await createIndex(db, 'tracking_event', 'tracking_event_confirmation', 'confirmation')
}
