import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'sap_attempt', `
    id {id},
    messageId int not null,
    attemptNo bigint not null,
    at varchar(24) not null,
    ms bigint not null,
    asked varchar(500){ci},
    httpStatus bigint,
    errorClass varchar(40),
    errorText varchar(1000){ci},
    reply mediumtext,
    process varchar(60){ci} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint sap_attempt_messageId_fk foreign key (messageId) references sap_outbox (id)
  `, {
    sap_attempt_messageId: 'messageId',
    sap_attempt_at: 'at',
  })
}
