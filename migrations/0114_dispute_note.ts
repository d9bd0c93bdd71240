import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'dispute_note', `
    id {id},
    disputeId int not null,
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
    constraint dispute_note_disputeId_fk foreign key (disputeId) references ar_dispute (id),
    constraint dispute_note_authorId_fk foreign key (authorId) references user (id),
    constraint dispute_note_attachmentId_fk foreign key (attachmentId) references attachment (id)
  `, {
    dispute_note_disputeId_audience: 'disputeId, audience',
    dispute_note_attachmentId: 'attachmentId',
  })
}
