import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'ar_dispute', `
    id {id},
    disputeNo varchar(14){ci} not null,
    customerId int not null,
    invoiceId int not null,
    sbuId int not null,
    plantId int not null,
    disputeType varchar(40) not null,
    disputedAmount bigint not null,
    acceptedAmount bigint,
    description varchar(4000){ci} not null,
    status varchar(40) not null,
    ownerEmployeeId int,
    complaintId int,
    settlementNoteNo varchar(16){ci},
    dueAt varchar(24) not null,
    pausedAt varchar(24),
    pausedMinutes bigint not null,
    proposedAmount bigint,
    proposedAnswer varchar(2000){ci},
    proposedById int,
    confirmedAt varchar(24),
    confirmedById int,
    decidedAt varchar(24),
    decidedById int,
    closedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint ar_dispute_disputeNo_unique unique (disputeNo),
    constraint ar_dispute_customerId_fk foreign key (customerId) references customer (id),
    constraint ar_dispute_invoiceId_fk foreign key (invoiceId) references invoice (id),
    constraint ar_dispute_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint ar_dispute_plantId_fk foreign key (plantId) references plant (id),
    constraint ar_dispute_ownerEmployeeId_fk foreign key (ownerEmployeeId) references employee (id),
    constraint ar_dispute_complaintId_fk foreign key (complaintId) references complaint (id),
    constraint ar_dispute_proposedById_fk foreign key (proposedById) references user (id),
    constraint ar_dispute_confirmedById_fk foreign key (confirmedById) references user (id),
    constraint ar_dispute_decidedById_fk foreign key (decidedById) references user (id)
  `, {
    ar_dispute_customerId_status: 'customerId, status',
    ar_dispute_status_dueAt: 'status, dueAt',
    ar_dispute_invoiceId_status: 'invoiceId, status',
    ar_dispute_ownerEmployeeId_status: 'ownerEmployeeId, status',
    ar_dispute_sbuId_status: 'sbuId, status',
    ar_dispute_plantId_disputeType: 'plantId, disputeType',
    ar_dispute_complaintId: 'complaintId',
  })
}
