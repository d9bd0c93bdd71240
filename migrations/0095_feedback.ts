import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'feedback', `
    id {id},
    shipmentId int not null,
    lrId int not null,
    rating bigint not null,
    packagingRating bigint,
    timelinessRating bigint,
    driverRating bigint,
    goodsOk tinyint(1) not null,
    comments varchar(1000){ci},
    submittedAt varchar(24) not null,
    followUpStatus varchar(40) not null,
    followUpNote varchar(255){ci},
    followUpClosedAt varchar(24),
    followUpClosedById int,
    complaintProposal varchar(40) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint feedback_shipmentId_unique unique (shipmentId),
    constraint feedback_shipmentId_fk foreign key (shipmentId) references shipment (id),
    constraint feedback_lrId_fk foreign key (lrId) references lr (id),
    constraint feedback_followUpClosedById_fk foreign key (followUpClosedById) references user (id)
  `, {
    feedback_lrId: 'lrId',
    feedback_submittedAt: 'submittedAt',
    feedback_followUpStatus: 'followUpStatus',
    feedback_complaintProposal: 'complaintProposal',
  })
}
