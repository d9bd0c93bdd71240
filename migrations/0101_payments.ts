import type { Knex } from 'knex'
import { addColumn, createIndex, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'payment_account', `
    id {id},
    code varchar(30){ci} not null,
    gateway varchar(40) not null,
    mode varchar(40) not null,
    companyCode varchar(4){ci} not null,
    clearingAccount varchar(10){ci},
    payAt varchar(255){ci},
    askAt varchar(255){ci},
    formHosts varchar(500){ci},
    validFrom varchar(10) not null,
    validTo varchar(10) not null,
    isActive tinyint(1) not null,
    naturalKey varchar(255){exact} not null,
    periodKey varchar(255){exact} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_account_naturalKey_unique unique (naturalKey)
  `, {
    payment_account_periodKey: 'periodKey',
  })

  await createTable(db, 'payment_cart', `
    id {id},
    customerId int not null,
    companyCode varchar(4){ci} not null,
    status varchar(40) not null,
    releasedNo bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_cart_customerId_releasedNo_unique unique (customerId, releasedNo),
    constraint payment_cart_customerId_fk foreign key (customerId) references customer (id)
  `, {
    payment_cart_status: 'status',
  })

  await createTable(db, 'payment_cart_item', `
    id {id},
    cartId int not null,
    customerId int not null,
    itemId int not null,
    payAmount bigint not null,
    tdsAmount bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_cart_item_cartId_itemId_unique unique (cartId, itemId),
    constraint payment_cart_item_cartId_fk foreign key (cartId) references payment_cart (id),
    constraint payment_cart_item_customerId_fk foreign key (customerId) references customer (id),
    constraint payment_cart_item_itemId_fk foreign key (itemId) references upload_outstanding (id)
  `, {
    payment_cart_item_itemId: 'itemId',
    payment_cart_item_customerId: 'customerId',
  })

  await createTable(db, 'payment_transaction', `
    id {id},
    txnNo varchar(20){ci} not null,
    customerId int not null,
    userId int not null,
    cartId int,
    accountId int not null,
    gateway varchar(40) not null,
    companyCode varchar(4){ci} not null,
    amount bigint not null,
    currency varchar(3){ci} not null,
    isAdvance tinyint(1) not null,
    unallocatedAmount bigint not null,
    refundedAmount bigint not null,
    status varchar(40) not null,
    postingStatus varchar(40) not null,
    gatewayTxnId varchar(40){ci},
    bankRefNo varchar(40){ci},
    paymentMode varchar(40),
    chargesAmount bigint,
    gatewayStatus varchar(40){ci},
    failureCode varchar(40){ci},
    failureText varchar(255){ci},
    signatureOk tinyint(1) not null,
    amountOk tinyint(1) not null,
    confirmedVia varchar(40),
    initiatedAt varchar(24),
    paidAt varchar(24),
    receiptNo varchar(14){ci},
    settlementDate varchar(10),
    settlementRef varchar(40){ci},
    sapAccountingDoc varchar(10){ci},
    sapFiscalYear varchar(4){ci},
    postedAt varchar(24),
    sapClearingDoc varchar(10){ci},
    idempotencyKey varchar(64){ci} not null,
    requestHash varchar(64){ci} not null,
    pollCount bigint not null,
    nextPollAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_transaction_receiptNo_unique unique (receiptNo),
    constraint payment_transaction_txnNo_unique unique (txnNo),
    constraint payment_transaction_customerId_fk foreign key (customerId) references customer (id),
    constraint payment_transaction_userId_fk foreign key (userId) references user (id),
    constraint payment_transaction_cartId_fk foreign key (cartId) references payment_cart (id),
    constraint payment_transaction_accountId_fk foreign key (accountId) references payment_account (id)
  `, {
    payment_transaction_customerId_status: 'customerId, status',
    payment_transaction_userId_idempotencyKey: 'userId, idempotencyKey',
    payment_transaction_status_nextPollAt: 'status, nextPollAt',
    payment_transaction_postingStatus_paidAt: 'postingStatus, paidAt',
    payment_transaction_accountId_gatewayTxnId: 'accountId, gatewayTxnId',
    payment_transaction_paidAt: 'paidAt',
    payment_transaction_cartId: 'cartId',
  })

  await createTable(db, 'payment_allocation', `
    id {id},
    transactionId int not null,
    customerId int not null,
    itemId int not null,
    documentNo varchar(16){ci} not null,
    amount bigint not null,
    tdsAmount bigint not null,
    clearingStatus varchar(40) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_allocation_transactionId_itemId_unique unique (transactionId, itemId),
    constraint payment_allocation_transactionId_fk foreign key (transactionId) references payment_transaction (id),
    constraint payment_allocation_customerId_fk foreign key (customerId) references customer (id),
    constraint payment_allocation_itemId_fk foreign key (itemId) references upload_outstanding (id)
  `, {
    payment_allocation_itemId_clearingStatus: 'itemId, clearingStatus',
    payment_allocation_customerId: 'customerId',
  })

  await createTable(db, 'payment_callback', `
    id {id},
    accountId int not null,
    kind varchar(40) not null,
    txnNo varchar(40){ci},
    transactionId int,
    payloadSha256 varchar(64){ci} not null,
    payload mediumtext not null,
    signatureOk tinyint(1) not null,
    remoteIp varchar(45){ci},
    processedAt varchar(24),
    result varchar(40),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_callback_accountId_kind_payloadSha256_unique unique (accountId, kind, payloadSha256),
    constraint payment_callback_accountId_fk foreign key (accountId) references payment_account (id),
    constraint payment_callback_transactionId_fk foreign key (transactionId) references payment_transaction (id)
  `, {
    payment_callback_transactionId: 'transactionId',
    payment_callback_processedAt: 'processedAt',
  })

  await createTable(db, 'payment_task', `
    id {id},
    transactionId int not null,
    kind varchar(40) not null,
    about varchar(40){ci} not null,
    amount bigint not null,
    details varchar(500){ci} not null,
    status varchar(40) not null,
    doneById int,
    doneAt varchar(24),
    reason varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_task_transactionId_kind_about_unique unique (transactionId, kind, about),
    constraint payment_task_transactionId_fk foreign key (transactionId) references payment_transaction (id),
    constraint payment_task_doneById_fk foreign key (doneById) references user (id)
  `, {
    payment_task_status_kind: 'status, kind',
  })

  await createTable(db, 'payment_result_link', `
    id {id},
    transactionId int not null,
    tokenHash varchar(64){ci} not null,
    expiresAt varchar(24) not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint payment_result_link_tokenHash_unique unique (tokenHash),
    constraint payment_result_link_transactionId_fk foreign key (transactionId) references payment_transaction (id)
  `, {
    payment_result_link_transactionId: 'transactionId',
    payment_result_link_expiresAt: 'expiresAt',
  })

  await addColumn(db, 'upload_outstanding', 'lockedById', `int constraint upload_outstanding_lockedById_fk references payment_transaction (id)`)

  await createIndex(db, 'upload_outstanding', 'upload_outstanding_lockedById', 'lockedById')
}
