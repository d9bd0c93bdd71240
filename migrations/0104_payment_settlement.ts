import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'payment_settlement_row', `
    id {id},
    accountId int not null,
    gatewayTxnId varchar(40){ci} not null,
    txnNo varchar(20){ci},
    kind varchar(40) not null,
    grossAmount bigint not null,
    feeAmount bigint not null,
    taxAmount bigint not null,
    netAmount bigint not null,
    settlementDate varchar(10) not null,
    settlementRef varchar(40){ci} not null,
    bankAmount bigint,
    transactionId int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_settlement_row_accountId_gatewayTxnId_kind_settle_unique unique (accountId, gatewayTxnId, kind, settlementRef),
    constraint payment_settlement_row_accountId_fk foreign key (accountId) references payment_account (id),
    constraint payment_settlement_row_transactionId_fk foreign key (transactionId) references payment_transaction (id)
  `, {
    payment_settlement_row_settlementDate: 'settlementDate',
    payment_settlement_row_accountId_settlementRef: 'accountId, settlementRef',
    payment_settlement_row_transactionId: 'transactionId',
  })

  await createTable(db, 'payment_difference', `
    id {id},
    accountId int not null,
    kind varchar(40) not null,
    about varchar(100){ci} not null,
    onDay varchar(10) not null,
    transactionId int,
    settlementRowId int,
    expectedAmount bigint not null,
    foundAmount bigint not null,
    status varchar(40) not null,
    reason varchar(255){ci},
    closedById int,
    confirmedById int,
    closedOn varchar(10),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_difference_accountId_kind_about_unique unique (accountId, kind, about),
    constraint payment_difference_accountId_fk foreign key (accountId) references payment_account (id),
    constraint payment_difference_transactionId_fk foreign key (transactionId) references payment_transaction (id),
    constraint payment_difference_settlementRowId_fk foreign key (settlementRowId) references payment_settlement_row (id),
    constraint payment_difference_closedById_fk foreign key (closedById) references user (id),
    constraint payment_difference_confirmedById_fk foreign key (confirmedById) references user (id)
  `, {
    payment_difference_status_kind: 'status, kind',
    payment_difference_onDay: 'onDay',
    payment_difference_transactionId: 'transactionId',
    payment_difference_settlementRowId: 'settlementRowId',
  })

  await createTable(db, 'payment_refund', `
    id {id},
    transactionId int not null,
    kind varchar(40) not null,
    amount bigint not null,
    reference varchar(40){ci} not null,
    releasedNo bigint not null,
    refundedOn varchar(10) not null,
    proofId int not null,
    reason varchar(255){ci} not null,
    status varchar(40) not null,
    proposedById int not null,
    confirmedById int,
    rejectReason varchar(255){ci},
    fiReversalDoc varchar(10){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_refund_transactionId_kind_reference_releasedNo_unique unique (transactionId, kind, reference, releasedNo),
    constraint payment_refund_transactionId_fk foreign key (transactionId) references payment_transaction (id),
    constraint payment_refund_proofId_fk foreign key (proofId) references attachment (id),
    constraint payment_refund_proposedById_fk foreign key (proposedById) references user (id),
    constraint payment_refund_confirmedById_fk foreign key (confirmedById) references user (id)
  `, {
    payment_refund_status: 'status',
    payment_refund_refundedOn: 'refundedOn',
    payment_refund_proofId: 'proofId',
  })
}
