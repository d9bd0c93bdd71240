import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'payment_decision', `
    id {id},
    transactionId int not null,
    n bigint not null,
    isPaid tinyint(1) not null,
    gatewayTxnId varchar(40){ci},
    amount bigint,
    currency varchar(3){ci},
    proofId int,
    reason varchar(255){ci},
    status varchar(40) not null,
    proposedById int not null,
    confirmedById int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_decision_transactionId_n_unique unique (transactionId, n),
    constraint payment_decision_transactionId_fk foreign key (transactionId) references payment_transaction (id),
    constraint payment_decision_proofId_fk foreign key (proofId) references attachment (id),
    constraint payment_decision_proposedById_fk foreign key (proposedById) references user (id),
    constraint payment_decision_confirmedById_fk foreign key (confirmedById) references user (id)
  `, {
    payment_decision_status: 'status',
    payment_decision_proofId: 'proofId',
  })
}
