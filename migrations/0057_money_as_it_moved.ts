import type { Knex } from 'knex'
import { addColumn, createIndex, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'upload_outstanding', 'lockedUntil', `varchar(24)`)

  await addColumn(db, 'payment_transaction', 'advanceAmount', `bigint not null default 0`)

  await addColumn(db, 'payment_transaction', 'capturedAmount', `bigint not null default 0`)

  await addColumn(db, 'payment_transaction', 'unresolvedAmount', `bigint not null default 0`)

  await addColumn(db, 'payment_transaction', 'lockUntil', `varchar(24)`)

  await addColumn(db, 'payment_transaction', 'overdueSince', `varchar(24)`)

  await createIndex(db, 'payment_transaction', 'payment_transaction_status', 'status')

  await createIndex(db, 'payment_allocation', 'payment_allocation_itemId', 'itemId')

  await createTable(db, 'payment_attempt', `
    id {id},
    transactionId int not null,
    n bigint not null,
    gatewayOrderNo varchar(25){ci} not null,
    lastWord varchar(40){ci},
    isUnknownWord tinyint(1) not null,
    startedAt varchar(24),
    askCount bigint not null,
    nextAskAt varchar(24),
    endedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_attempt_gatewayOrderNo_unique unique (gatewayOrderNo),
    constraint payment_attempt_transactionId_n_unique unique (transactionId, n),
    constraint payment_attempt_transactionId_fk foreign key (transactionId) references payment_transaction (id)
  `, {
    payment_attempt_nextAskAt: 'nextAskAt',
  })

  await createTable(db, 'payment_capture', `
    id {id},
    transactionId int not null,
    attemptId int,
    customerId int not null,
    accountId int not null,
    gatewayTxnId varchar(40){ci} not null,
    amount bigint not null,
    currency varchar(3){ci} not null,
    capturedAt varchar(24) not null,
    seenVia varchar(40) not null,
    bankRefNo varchar(40){ci},
    mode varchar(40),
    chargesAmount bigint,
    fit varchar(40) not null,
    status varchar(40) not null,
    returnedAmount bigint not null,
    unresolvedAmount bigint not null,
    ownerId int,
    decideBy varchar(10),
    receiptNo varchar(14){ci},
    settlementDate varchar(10),
    settlementRef varchar(40){ci},
    sapReference varchar(16){ci} not null,
    postingStatus varchar(40) not null,
    postingText varchar(500){ci},
    sapAccountingDoc varchar(10){ci},
    sapFiscalYear varchar(4){ci},
    postedAt varchar(24),
    clearingRequest varchar(40) not null,
    clearingText varchar(500){ci},
    sapClearingDoc varchar(10){ci},
    namedSapDoc varchar(10){ci},
    namedSapYear varchar(4){ci},
    namedById int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_capture_receiptNo_unique unique (receiptNo),
    constraint payment_capture_sapReference_unique unique (sapReference),
    constraint payment_capture_accountId_gatewayTxnId_unique unique (accountId, gatewayTxnId),
    constraint payment_capture_transactionId_fk foreign key (transactionId) references payment_transaction (id),
    constraint payment_capture_attemptId_fk foreign key (attemptId) references payment_attempt (id),
    constraint payment_capture_customerId_fk foreign key (customerId) references customer (id),
    constraint payment_capture_accountId_fk foreign key (accountId) references payment_account (id),
    constraint payment_capture_ownerId_fk foreign key (ownerId) references user (id),
    constraint payment_capture_namedById_fk foreign key (namedById) references user (id)
  `, {
    payment_capture_transactionId: 'transactionId',
    payment_capture_customerId: 'customerId',
    payment_capture_postingStatus_capturedAt: 'postingStatus, capturedAt',
    payment_capture_capturedAt: 'capturedAt',
    payment_capture_settlementRef: 'settlementRef',
  })

  await createTable(db, 'capture_allocation', `
    id {id},
    captureId int not null,
    seq bigint not null,
    transactionId int not null,
    customerId int not null,
    target varchar(40) not null,
    itemId int,
    documentNo varchar(16){ci},
    refundId int,
    amount bigint not null,
    tdsAmount bigint not null,
    balanceBefore bigint,
    clearingStatus varchar(40) not null,
    movedFromId int,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint capture_allocation_captureId_seq_unique unique (captureId, seq),
    constraint capture_allocation_captureId_fk foreign key (captureId) references payment_capture (id),
    constraint capture_allocation_transactionId_fk foreign key (transactionId) references payment_transaction (id),
    constraint capture_allocation_customerId_fk foreign key (customerId) references customer (id),
    constraint capture_allocation_itemId_fk foreign key (itemId) references upload_outstanding (id),
    constraint capture_allocation_refundId_fk foreign key (refundId) references refund (id),
    constraint capture_allocation_movedFromId_fk foreign key (movedFromId) references capture_allocation (id)
  `, {
    capture_allocation_itemId_clearingStatus: 'itemId, clearingStatus',
    capture_allocation_customerId_target: 'customerId, target',
    capture_allocation_transactionId: 'transactionId',
    capture_allocation_refundId: 'refundId',
  })

  await createTable(db, 'refund', `
    id {id},
    refundNo varchar(16){ci} not null,
    captureId int not null,
    transactionId int not null,
    customerId int not null,
    kind varchar(40) not null,
    how varchar(40) not null,
    amount bigint not null,
    status varchar(40) not null,
    reason varchar(255){ci} not null,
    gatewayRequestId varchar(40){ci},
    eventId varchar(40){ci},
    bankArn varchar(40){ci},
    expectedBy varchar(10),
    askedAt varchar(24),
    acceptedAt varchar(24),
    settledAt varchar(24),
    failedText varchar(255){ci},
    nextAskAt varchar(24),
    askCount bigint not null,
    proofId int,
    doneReference varchar(40){ci},
    doneOn varchar(10),
    doneById int,
    proposedById int,
    confirmedById int,
    notedById int,
    rejectReason varchar(255){ci},
    postingStatus varchar(40) not null,
    postingText varchar(500){ci},
    sapDoc varchar(10){ci},
    sapYear varchar(4){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint refund_refundNo_unique unique (refundNo),
    constraint refund_captureId_fk foreign key (captureId) references payment_capture (id),
    constraint refund_transactionId_fk foreign key (transactionId) references payment_transaction (id),
    constraint refund_customerId_fk foreign key (customerId) references customer (id),
    constraint refund_proofId_fk foreign key (proofId) references attachment (id),
    constraint refund_doneById_fk foreign key (doneById) references user (id),
    constraint refund_proposedById_fk foreign key (proposedById) references user (id),
    constraint refund_confirmedById_fk foreign key (confirmedById) references user (id),
    constraint refund_notedById_fk foreign key (notedById) references user (id)
  `, {
    refund_status_nextAskAt: 'status, nextAskAt',
    refund_captureId_kind_eventId: 'captureId, kind, eventId',
    refund_transactionId: 'transactionId',
    refund_customerId: 'customerId',
    refund_proofId: 'proofId',
  })
}
