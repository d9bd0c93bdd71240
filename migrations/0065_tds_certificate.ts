import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'tds_certificate', `
    id {id},
    customerId int not null,
    taxYear varchar(4){ci} not null,
    quarter varchar(40) not null,
    form varchar(40) not null,
    dueOn varchar(10) not null,
    expectedAmount bigint not null,
    receivedAmount bigint,
    certificateNo varchar(20){ci},
    tan varchar(10){ci},
    fileId int,
    status varchar(40) not null,
    saidNo varchar(20){ci},
    saidTan varchar(10){ci},
    saidAmount bigint,
    saidFileId int,
    saidAt varchar(24),
    saidById int,
    saidText varchar(255){ci},
    reason varchar(255){ci},
    writtenOffAmount bigint,
    proposedById int,
    confirmedById int,
    remindedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint tds_certificate_customerId_taxYear_quarter_unique unique (customerId, taxYear, quarter),
    constraint tds_certificate_customerId_fk foreign key (customerId) references customer (id),
    constraint tds_certificate_fileId_fk foreign key (fileId) references attachment (id),
    constraint tds_certificate_saidFileId_fk foreign key (saidFileId) references attachment (id),
    constraint tds_certificate_saidById_fk foreign key (saidById) references user (id),
    constraint tds_certificate_proposedById_fk foreign key (proposedById) references user (id),
    constraint tds_certificate_confirmedById_fk foreign key (confirmedById) references user (id)
  `, {
    tds_certificate_status_dueOn: 'status, dueOn',
    tds_certificate_taxYear_quarter: 'taxYear, quarter',
    tds_certificate_fileId: 'fileId',
    tds_certificate_saidFileId: 'saidFileId',
  })
}
