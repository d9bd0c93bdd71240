import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'complaint_note', `
    id {id},
    complaintId int not null,
    authorId int,
    authorName varchar(80){ci} not null,
    step varchar(40){ci},
    body varchar(4000){ci} not null,
    audience varchar(40) not null,
    attachmentId int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint complaint_note_complaintId_fk foreign key (complaintId) references complaint (id),
    constraint complaint_note_authorId_fk foreign key (authorId) references user (id),
    constraint complaint_note_attachmentId_fk foreign key (attachmentId) references attachment (id)
  `, {
    complaint_note_complaintId_audience: 'complaintId, audience',
    complaint_note_attachmentId: 'attachmentId',
  })
}
