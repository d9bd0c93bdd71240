import type { Knex } from 'knex'
import { addColumn, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'pod_page', `
    id {id},
    podId int not null,
    lrId int not null,
    pageNo bigint not null,
    attachmentId int not null,
    quarterTurns bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint pod_page_podId_pageNo_unique unique (podId, pageNo),
    constraint pod_page_podId_fk foreign key (podId) references pod (id),
    constraint pod_page_lrId_fk foreign key (lrId) references lr (id),
    constraint pod_page_attachmentId_fk foreign key (attachmentId) references attachment (id)
  `, {
    pod_page_lrId: 'lrId',
    pod_page_attachmentId: 'attachmentId',
  })

  await addColumn(db, 'pod_batch_file', 'pageNo', `bigint`)

  await addColumn(db, 'pod_batch_file', 'candidates', `mediumtext`)
}
