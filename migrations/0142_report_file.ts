import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'report_file', `
    id {id},
    report varchar(80){ci} not null,
    fileName varchar(120){ci} not null,
    format varchar(40) not null,
    requestedById int not null,
    status varchar(40) not null,
    rowsTotal bigint not null,
    rowsDone bigint not null,
    errorText varchar(255){ci},
    expiresAt varchar(24),
    cancelRequested tinyint(1) not null,
    asked mediumtext not null,
    rights varchar(64){ci},
    storageKey varchar(64){ci},
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint report_file_requestedById_fk foreign key (requestedById) references user (id)
  `, {
    report_file_status_lockedUntil: 'status, lockedUntil',
    report_file_requestedById: 'requestedById',
  })
}
